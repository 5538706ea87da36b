import { describe, expect, it } from 'vitest';

import type { FaultKind } from '../catalogue.ts';
import { createFault } from '../create-fault.ts';
import type { Executed } from '../fault.ts';
import { classify, classifyHttpStatus } from './index.ts';

const now = new Date('2026-12-01T10:00:00Z');
const upstream = { side: 'upstream', now } as const;
const dependency = { side: 'dependency', now } as const;

it.each<[status: number, upstream: FaultKind, dependency: FaultKind, executed: Executed]>([
  [302, 'upstream_bad_answer', 'dependency_bad_answer', 'unknown'],
  [400, 'invalid_request', 'tool_error', 'no'],
  [401, 'upstream_unauthorized', 'upstream_unauthorized', 'no'],
  [402, 'quota_exhausted', 'quota_exhausted', 'no'],
  [403, 'upstream_unauthorized', 'upstream_unauthorized', 'no'],
  [404, 'server_not_running', 'not_found', 'no'],
  [405, 'server_not_running', 'tool_error', 'no'],
  [406, 'upstream_bad_answer', 'tool_error', 'no'],
  [408, 'request_timeout', 'dependency_timeout', 'unknown'],
  [409, 'conflict', 'conflict', 'unknown'],
  [413, 'message_too_large', 'message_too_large', 'no'],
  [415, 'upstream_bad_answer', 'tool_error', 'no'],
  [418, 'invalid_request', 'tool_error', 'unknown'],
  [422, 'invalid_request', 'business_rule', 'no'],
  [423, 'locked', 'locked', 'no'],
  [425, 'overloaded', 'dependency_unavailable', 'no'],
  [429, 'rate_limited', 'dependency_rate_limited', 'no'],
  [431, 'message_too_large', 'message_too_large', 'no'],
  [500, 'upstream_bad_answer', 'dependency_unavailable', 'unknown'],
  [502, 'connection_lost', 'dependency_unavailable', 'unknown'],
  [503, 'overloaded', 'dependency_unavailable', 'unknown'],
  [504, 'request_timeout', 'dependency_timeout', 'unknown'],
  [521, 'server_not_running', 'dependency_unavailable', 'unknown'],
  [524, 'request_timeout', 'dependency_timeout', 'unknown'],
  [529, 'overloaded', 'dependency_unavailable', 'unknown'],
  [599, 'connect_timeout', 'dependency_timeout', 'unknown'],
  [200, 'upstream_bad_answer', 'dependency_bad_answer', 'unknown'],
  [Number.NaN, 'upstream_bad_answer', 'dependency_bad_answer', 'unknown'],
])('HTTP %d', (status, ofServer, ofService, executed) => {
  expect(classifyHttpStatus(status, {}, '', upstream)).toMatchObject({ kind: ofServer, executed });
  expect(classifyHttpStatus(status, {}, '', dependency)).toMatchObject({ kind: ofService, executed });
});

it.each([
  [418, /^The server, .* refused the request/],
  [400, /^The server, .* refused the request/],
  [401, /refused access/],
  [407, /refused access/],
  [501, /does not support/],
])('HTTP %d of a server is said to be that, no more', (status, said) => {
  expect(classifyHttpStatus(status, {}, '', upstream).message).toMatch(said);
  expect(classifyHttpStatus(status, {}, '', dependency).message ?? '').not.toMatch(said);
});

function retryable(status: number): boolean {
  const failure = classifyHttpStatus(status, {}, '', upstream);
  return createFault(failure, { correlationId: 'c', safety: 'read' }).retryable;
}

describe('may pass or never does (N7)', () => {
  it.each([408, 425, 429, 500, 502, 503, 504, 529])('%d may', (status) => expect(retryable(status)).toBe(true));
  it.each([400, 401, 403, 404, 405, 406, 413, 415, 422, 431, 501, 505])('%d never does', (status) => {
    expect(retryable(status)).toBe(false);
  });
});

describe('limits and quotas (N7, C77)', () => {
  it.each([
    [429, '{"error":{"code":"insufficient_quota","type":"insufficient_quota"}}', 'quota_exhausted'],
    [429, '{"error":{"type":"insufficient_quota","code":"credit_balance_exhausted"}}', 'quota_exhausted'],
    [
      429,
      '{"type":"error","error":{"type":"rate_limit_error","details":{"error_code":"enforced_spend_limit_reached"}}}',
      'quota_exhausted',
    ],
    [401, '{"error":{"type":"insufficient_quota"}}', 'quota_exhausted'],
    [
      429,
      '[{"error":{"status":"RESOURCE_EXHAUSTED","details":[{"violations":[{"quotaId":"GenerateRequestsPerDayPerProject"}]}]}}]',
      'quota_exhausted',
    ],
    [
      429,
      '[{"error":{"status":"RESOURCE_EXHAUSTED","details":[{"violations":[{"quotaId":"GenerateRequestsPerMinute"}]}]}}]',
      'rate_limited',
    ],
    [400, '{"__type":"ThrottlingException","message":"Rate exceeded"}', 'rate_limited'],
    [400, '{"__type":"ServiceQuotaExceededException"}', 'quota_exhausted'],
    [
      400,
      '{"__type":"com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException","message":"x"}',
      'rate_limited',
    ],
    [
      400,
      '{"__type":"com.amazon.coral.availability#ThrottlingException:http://internal.amazon.com/x/"}',
      'rate_limited',
    ],
    [400, '{"code":"com.amazonaws.x#ServiceQuotaExceededException"}', 'quota_exhausted'],
    [
      403,
      '{"error":{"errors":[{"domain":"usageLimits","reason":"userRateLimitExceeded"}],"code":403,"message":"User Rate Limit Exceeded"}}',
      'rate_limited',
    ],
    [403, '{"error":{"errors":[{"domain":"youtube.quota","reason":"quotaExceeded"}],"code":403}}', 'quota_exhausted'],
    [403, '[{"error":{"errors":[{"reason":"forbidden"},{"reason":"dailyLimitExceeded"}]}}]', 'quota_exhausted'],
    [403, '{"error":{"errors":[{"domain":"global","reason":"insufficientPermissions"}]}}', 'upstream_unauthorized'],
    // A word with a colon behind it is a sentence.
    [400, '{"error":"rate_limited: wait a little"}', 'invalid_request'],
    [529, '{"type":"error","error":{"type":"overloaded_error"}}', 'overloaded'],
    // Words alone decide nothing.
    [429, '{"error":"INSUFFICIENT QUOTA","message":"too many concurrent requests"}', 'rate_limited'],
    [429, '{"error":{"message":"Your quota resets at 2026-12-02"}}', 'rate_limited'],
    [429, 'insufficient_quota', 'rate_limited'],
  ] as const)('%d %s', (status, body, kind) => {
    expect(classifyHttpStatus(status, {}, body, upstream).kind).toBe(kind);
  });

  it.each([
    ['ThrottlingException', 'rate_limited'],
    ['ThrottlingException:http://internal.amazon.com/coral/com.amazon.coral.availability/', 'rate_limited'],
    ['ServiceQuotaExceededException:', 'quota_exhausted'],
    ['ValidationException', 'invalid_request'],
  ])('reads the name that AWS puts in a header: %s', (type, kind) => {
    expect(classifyHttpStatus(400, { 'x-amzn-ErrorType': type }, '{"message":"x"}', upstream).kind).toBe(kind);
  });

  it('reads the figures beside a limit', () => {
    const headers = new Headers({
      'retry-after': '30',
      'x-ratelimit-limit': '100',
      'x-ratelimit-remaining': '0',
      'ratelimit-policy': '100;w=60',
    });
    expect(classifyHttpStatus(429, headers, '', upstream)).toMatchObject({
      kind: 'rate_limited',
      executed: 'no',
      retryAfterMs: 30_000,
      limit: 100,
      remaining: 0,
      windowSeconds: 60,
    });
  });

  it('takes 402 with a time, and 403 with a window that is used up, for limits', () => {
    expect(classifyHttpStatus(402, { 'retry-after': '3' }, '', upstream).kind).toBe('rate_limited');
    expect(
      classifyHttpStatus(403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '60' }, '', upstream),
    ).toMatchObject({ kind: 'rate_limited', retryAfterMs: 60_000 });
  });

  it('does not read a wait out of the windows that come with every answer', () => {
    expect(classifyHttpStatus(500, { 'x-ratelimit-reset': '3600' }, '', upstream).retryAfterMs).toBeUndefined();
  });

  const github = { 'x-ratelimit-remaining': '4990', 'x-ratelimit-reset': '3500' };
  const anthropic = {
    'anthropic-ratelimit-tokens-remaining': '900',
    'anthropic-ratelimit-tokens-reset': '2026-12-01T10:50:00Z',
  };
  it.each([
    [503, github, '', undefined],
    [503, { ...github, 'x-ratelimit-remaining': '0' }, '', 3_500_000],
    [503, { ...github, 'retry-after': '2' }, '', 2_000],
    [503, { RateLimit: '"default";r=50;t=30' }, '', undefined],
    [503, github, '{"error":{"code":"SlowDown"}}', undefined],
    [529, anthropic, '{"type":"error","error":{"type":"overloaded_error"}}', undefined],
    [529, { ...anthropic, 'anthropic-ratelimit-tokens-remaining': '0' }, '', 3_000_000],
    [503, github, '{"error":{"code":"rate_limit_exceeded"}}', 3_500_000],
    [429, github, '', 3_500_000],
  ] as const)('reads windows by what the answer says of a limit: %d %o %s', (status, headers, body, waitMs) => {
    expect(classifyHttpStatus(status, headers, body, upstream).retryAfterMs).toBe(waitMs);
  });

  it('does not shorten a wait of hours (C76)', () => {
    expect(classifyHttpStatus(429, { 'retry-after': '10800' }, '', upstream).retryAfterMs).toBe(10_800_000);
  });
});

// C78 (c): a time to come back is no proof, servers and proxies also name one after the work was done.
it('never takes a 5xx for a proof that nothing ran, and still reads the wait', () => {
  for (const side of [upstream, dependency])
    expect(classifyHttpStatus(503, { 'retry-after': '1' }, '', side)).toMatchObject({
      executed: 'unknown',
      retryAfterMs: 1_000,
    });
  expect(classifyHttpStatus(503, { 'retry-after': '1' }, '{"error":{"code":429}}', upstream).executed).toBe('unknown');
  expect(classifyHttpStatus(503, { 'retry-after': '' }, '', upstream).executed).toBe('unknown');
  expect(classifyHttpStatus(502, { 'retry-after': '1' }, '', upstream).executed).toBe('unknown');
  expect(classifyHttpStatus(503, {}, 'no healthy upstream', upstream)).toMatchObject({
    kind: 'server_not_running',
    executed: 'unknown',
  });
  expect(classifyHttpStatus(500, {}, '{"error":{"code":429}}', upstream)).toMatchObject({
    kind: 'rate_limited',
    executed: 'unknown',
  });
});

it('cuts the body that it keeps between words', () => {
  const body = `${'word '.repeat(409)}sk-0123456789`;
  expect(JSON.stringify(classifyHttpStatus(500, {}, body, upstream).cause)).not.toContain('sk-');
});

it('names the scope that is missing (C73)', () => {
  const headers = {
    'WWW-Authenticate': 'Bearer error="insufficient_scope", scope="read write", resource_metadata="https://x"',
  };
  expect(classifyHttpStatus(403, headers, '', upstream)).toMatchObject({
    kind: 'insufficient_scope',
    required: 'read write',
    executed: 'no',
    retryable: false,
  });
  expect(classifyHttpStatus(403, { 'www-authenticate': 'Bearer error="invalid_token"' }, '', upstream).kind).toBe(
    'upstream_unauthorized',
  );
});

it('tells a session that is gone from an address where nothing is (C52)', () => {
  expect(classifyHttpStatus(404, {}, 'Not found', { ...upstream, session: true })).toMatchObject({
    kind: 'connection_lost',
    executed: 'no',
  });
  expect(classifyHttpStatus(404, {}, 'Not found', upstream)).toMatchObject({
    kind: 'server_not_running',
    retryable: false,
  });
});

it.each([
  ['<!DOCTYPE html><title>Sign in</title>', {}],
  ['\n<html><body>Sign in', {}],
  ['Sign in', { 'content-type': 'text/html; charset=utf-8' }],
])('recognises a page where a message should be: %s', (body, headers) => {
  const failure = classifyHttpStatus(200, headers, body, { ...upstream, locale: 'zh' });
  expect(failure).toMatchObject({ kind: 'upstream_bad_answer', message: expect.stringContaining('网页') as string });
});

it.each([
  [
    'upstream connect error or disconnect/reset before headers. reset reason: connection termination',
    'connection_lost',
    'dependency_unavailable',
  ],
  ['no healthy upstream', 'server_not_running', 'dependency_unavailable'],
  ['upstream request timeout', 'request_timeout', 'dependency_timeout'],
  ['<html><head><title>502 Bad Gateway</title></head>', 'connection_lost', 'dependency_unavailable'],
  ['<html><head><title>504 Gateway Time-out</title></head>', 'request_timeout', 'dependency_timeout'],
] as const)("recognises a proxy's words, in an answer and in an exception: %s", (text, ofServer, ofService) => {
  expect(classifyHttpStatus(500, {}, text, upstream)).toMatchObject({ kind: ofServer, executed: 'unknown' });
  expect(classify(new Error(`Request failed: ${text}`))).toMatchObject({ kind: ofService, executed: 'unknown' });
});

it.each([
  ['axios', { code: 'ERR_BAD_RESPONSE', response: { status: 429, headers: { 'retry-after': '2' }, data: {} } }],
  [
    'got',
    { code: 'ERR_NON_2XX_3XX_RESPONSE', response: { statusCode: 429, headers: { 'retry-after': '2' }, body: '' } },
  ],
  ['a fetch wrapper', { status: 429, headers: new Headers({ 'retry-after': '2' }) }],
  [
    'a client of Google',
    {
      code: '403',
      errors: [{ domain: 'usageLimits', reason: 'rateLimitExceeded' }],
      response: {
        status: 403,
        headers: { 'retry-after': '2' },
        data: { error: { code: 403, errors: [{ domain: 'usageLimits', reason: 'rateLimitExceeded' }] } },
      },
    },
  ],
  [
    'an AWS client',
    {
      name: 'ThrottlingException',
      $metadata: { httpStatusCode: 400 },
      retry_after: 1,
      headers: { 'retry-after': '2' },
    },
  ],
])('reads the answer that an exception of %s carries', (_, shape) => {
  const error = Object.assign(new Error('Request failed'), shape);
  expect(classify(error)).toMatchObject({ kind: 'dependency_rate_limited', executed: 'no', retryAfterMs: 2_000 });
});

it('knows a quota by the code of the exception', () => {
  const error = Object.assign(new Error('429 You exceeded your current quota'), {
    status: 429,
    code: 'insufficient_quota',
    error: { message: 'x' },
  });
  expect(classify(error).kind).toBe('quota_exhausted');
});
