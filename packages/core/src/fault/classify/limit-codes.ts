import type { FaultKind } from '../catalogue.ts';
import { peek, peekList, peekString } from './peek.ts';

/**
 * Codes with which services say which limit it was. Compared as they stand: in free text the words of quotas and of
 * rates are used for each other.
 */
export const limitCodes: Readonly<Record<string, FaultKind>> = {
  // Money or a quota is gone: waiting doesn't bring it back.
  insufficient_quota: 'quota_exhausted',
  insufficient_user_quota: 'quota_exhausted',
  credit_balance_exhausted: 'quota_exhausted',
  organization_spend_limit_exceeded: 'quota_exhausted',
  project_spend_limit_exceeded: 'quota_exhausted',
  organization_usage_limit_exceeded: 'quota_exhausted',
  enforced_spend_limit_reached: 'quota_exhausted',
  billing_hard_limit_reached: 'quota_exhausted',
  billing_not_active: 'quota_exhausted',
  billing_error: 'quota_exhausted',
  payment_required: 'quota_exhausted',
  quota_exceeded: 'quota_exhausted',
  quotaExceeded: 'quota_exhausted',
  dailyLimitExceeded: 'quota_exhausted',
  ServiceQuotaExceededException: 'quota_exhausted',
  // A rate: passes by itself.
  rate_limit_exceeded: 'rate_limited',
  rate_limit_error: 'rate_limited',
  rate_limited: 'rate_limited',
  ratelimited: 'rate_limited',
  too_many_requests: 'rate_limited',
  rateLimitExceeded: 'rate_limited',
  userRateLimitExceeded: 'rate_limited',
  RATE_LIMIT_EXCEEDED: 'rate_limited',
  RESOURCE_EXHAUSTED: 'rate_limited',
  openrouter_in_flight_budget: 'rate_limited',
  Throttling: 'rate_limited',
  ThrottlingException: 'rate_limited',
  ThrottledException: 'rate_limited',
  RequestLimitExceeded: 'rate_limited',
  RequestThrottled: 'rate_limited',
  TooManyRequestsException: 'rate_limited',
  ProvisionedThroughputExceededException: 'rate_limited',
  // The service itself is short of room.
  overloaded_error: 'overloaded',
  slow_down: 'overloaded',
  SlowDown: 'overloaded',
  ServerOverloaded: 'overloaded',
  ModelNotReadyException: 'overloaded',
};

const codeKeys = ['code', 'type', 'error_code', 'status', 'reason', 'limit_source', 'error', '__type', 'name'] as const;

/** The limit that a body or an error names by its code; a quota outweighs a rate where both are named. */
export function limitKind(...bodies: readonly unknown[]): FaultKind | undefined {
  let found: FaultKind | undefined;
  for (const body of bodies) {
    for (const place of places(body)) {
      for (const key of codeKeys) {
        const kind = kindOf(peek(place, key));
        if (kind === 'quota_exhausted') return kind;
        found ??= kind;
      }
      if (isDailyQuota(place)) return 'quota_exhausted';
    }
  }
  return found;
}

/** A body may be wrapped in an array, and keeps its code at the top, in `error`, or in the details or the list of that. */
function places(body: unknown): readonly unknown[] {
  const found: unknown[] = [];
  for (const each of [body, ...peekList(body, 1)]) {
    const error = peek(each, 'error');
    const details = peek(error, 'details');
    found.push(each, error, peek(error, 'metadata'), details);
    found.push(...peekList(details, 8));
    for (const holder of [each, error]) found.push(...peekList(peek(holder, 'errors'), 4));
  }
  return found;
}

function kindOf(code: unknown): FaultKind | undefined {
  // The status of the real answer, within the one that a gateway made of it.
  if (code === 429) return 'rate_limited';
  const name = typeof code === 'string' ? bareName(code) : '';
  return Object.hasOwn(limitCodes, name) ? limitCodes[name] : undefined;
}

/** AWS writes the namespace of an error before its name, and may write an address behind it. */
function bareName(code: string): string {
  return code.replace(/^[\w.]+#/, '').replace(/:(?:https?:.*)?$/s, '');
}

/** Google names the window in the id of the quota. */
function isDailyQuota(detail: unknown): boolean {
  return peekList(peek(detail, 'violations'), 8).some((each) => peekString(each, 'quotaId')?.includes('PerDay'));
}
