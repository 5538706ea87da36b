import { describe, expect, it } from 'vitest';

import { catalogue, faultKinds, isFaultKind, isRecoveryAction } from './catalogue.ts';
import { pageOf } from './fault-page.ts';
import { locales, textsOf } from './locale/locale.ts';
import { codeOf } from './wire.ts';

// Published numbers: a change of this table breaks receivers that exist.
const frozen: Readonly<
  Record<string, readonly [legacy: number | undefined, modern: number | undefined, http: number]>
> = {
  parse_error: [-32700, -32700, 400],
  invalid_request: [-32600, -32600, 400],
  method_not_found: [-32601, -32601, 404],
  capability_missing: [-32601, -32601, 404],
  invalid_params: [-32602, -32602, 400],
  param_missing: [-32602, -32602, 400],
  param_invalid: [-32602, -32602, 400],
  params_conflict: [-32602, -32602, 400],
  unknown_tool: [-32602, -32602, 400],
  unknown_prompt: [-32602, -32602, 400],
  unsupported_protocol_version: [-32602, -32022, 400],
  client_capability_missing: [-32602, -32021, 400],
  header_mismatch: [-32600, -32020, 400],
  tool_error: [-32603, -32603, 500],
  internal: [-32603, -32603, 500],
  rate_limited: [-32003, -31003, 429],
  rate_limited_long: [-32003, -31003, 429],
  quota_exhausted: [-32004, -31004, 429],
  budget_exceeded: [-32005, -31005, 402],
  overloaded: [-32006, -31006, 503],
  repeated_failing_call: [-32007, -31007, 429],
  message_too_large: [-32008, -31008, 413],
  unauthenticated: [-32010, -31010, 401],
  token_expired: [-32010, -31010, 401],
  permission_denied: [-32011, -31011, 403],
  insufficient_scope: [-32012, -31012, 403],
  capability_exceeded: [-32013, -31013, 403],
  tool_not_allowed: [-32014, -31014, 403],
  confirmation_declined: [-32015, -31015, 403],
  sampling_declined: [-32015, -31015, 403],
  elicitation_declined: [-32015, -31015, 403],
  upstream_unauthorized: [-32016, -31016, 502],
  definition_changed: [-32017, -31017, 403],
  not_found: [-32023, -31023, 404],
  conflict: [-32024, -31024, 409],
  locked: [-32025, -31025, 423],
  precondition_failed: [-32026, -31026, 412],
  business_rule: [-32027, -31027, 422],
  partial_failure: [-32028, -31028, 207],
  outcome_unknown: [-32029, -31029, 502],
  dependency_unavailable: [-32030, -31030, 503],
  dependency_timeout: [-32030, -31030, 504],
  dependency_rate_limited: [-32031, -31031, 503],
  dependency_bad_answer: [-32032, -31032, 502],
  upstream_bad_answer: [-32032, -31032, 502],
  connect_timeout: [-32033, -31033, 504],
  start_timeout: [-32033, -31033, 504],
  request_timeout: [-32034, -31034, 504],
  idle_timeout: [-32034, -31034, 504],
  circuit_open: [-32035, -31035, 503],
  server_starting: [-32036, -31036, 503],
  server_crashed: [-32036, -31036, 503],
  server_not_running: [-32036, -31036, 503],
  connection_lost: [-32037, -31037, 502],
  result_lost: [-32038, -31038, 410],
  tool_crashed: [-32039, -31039, 500],
  cancelled: [undefined, undefined, 499],
};

const standard = [-32700, -32600, -32601, -32602, -32603];

describe('the catalogue', () => {
  // E4
  it('keeps every published number', () => {
    const now = Object.fromEntries(
      faultKinds.map((kind) => [kind, [catalogue[kind].legacy, catalogue[kind].modern, catalogue[kind].http]]),
    );

    expect(now).toEqual(frozen);
  });

  // E4, N45
  it('mints no number on the modern wire that the specification reserves', () => {
    const ownOfTheSpecification = new Set([...standard, -32020, -32021, -32022]);
    const reserved = faultKinds
      .map((kind) => catalogue[kind].modern)
      .filter((code) => code !== undefined && code >= -32768 && code <= -32000 && !ownOfTheSpecification.has(code));

    expect(reserved).toEqual([]);
  });

  // N45
  it('mints no number on the legacy wire that SDKs and the specification use otherwise', () => {
    const taken = new Set<number | undefined>([-32000, -32001, -32002, -32020, -32021, -32022, -32042]);

    expect(faultKinds.filter((kind) => taken.has(catalogue[kind].legacy))).toEqual([]);
    expect(faultKinds.filter((kind) => taken.has(codeOf(kind, { era: 'legacy', method: 'tools/call' })))).toEqual([]);
  });

  it('gives a resource that is not found the number of the specification', () => {
    expect(codeOf('not_found', { era: 'legacy', method: 'resources/read' })).toBe(-32002);
    expect(codeOf('not_found', { era: 'modern', method: 'resources/subscribe' })).toBe(-32602);
    expect(codeOf('not_found', { era: 'modern', method: 'tools/call' })).toBe(-31023);
    expect(codeOf('conflict', { era: 'legacy', method: 'resources/read' })).toBe(-32024);
  });

  it('uses the same last two digits on both wires outside the standard numbers', () => {
    for (const kind of faultKinds) {
      const { legacy, modern } = catalogue[kind];
      if (legacy === undefined || modern === undefined || standard.includes(legacy)) continue;
      expect({ kind, digits: legacy + 32_000 }).toEqual({ kind, digits: modern + 31_000 });
    }
  });

  it('gives a default wait to each kind that passes by itself, and to no kind that never does', () => {
    const passing = faultKinds.filter((kind) => ['yes', 'perhaps'].includes(catalogue[kind].passes));
    const lasting = faultKinds.filter((kind) => catalogue[kind].passes === 'no');

    expect(passing.filter((kind) => catalogue[kind].retryAfterMs === undefined)).toEqual([]);
    expect(lasting.filter((kind) => catalogue[kind].retryAfterMs !== undefined)).toEqual([]);
  });

  // E2, E11
  it.each(locales)('has a sentence of its own for every kind in %s', (locale) => {
    expect(new Set(Object.keys(textsOf(locale).messages))).toEqual(new Set(faultKinds));
    expect(new Set(faultKinds.map((kind) => pageOf(kind, locale).message)).size).toBe(faultKinds.length);
    for (const kind of faultKinds) expect(pageOf(kind, locale).advice).toMatch(/[.。]$/u);
  });

  it('knows its own names and no inherited ones', () => {
    expect(isFaultKind('conflict')).toBe(true);
    expect(['constructor', 'toString', '__proto__', '', undefined, 7].some(isFaultKind)).toBe(false);
    expect(isRecoveryAction('stop')).toBe(true);
    expect(['hasOwnProperty', 'retry', null].some(isRecoveryAction)).toBe(false);
  });
});
