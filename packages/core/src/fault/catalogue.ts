/** What the receiver of a fault should do next; a small closed set. */
export type RecoveryAction =
  | 'fix_arguments'
  | 'wait_and_retry'
  | 'verify_then_retry'
  | 'use_alternative'
  | 'reduce_scope'
  | 'sign_in'
  | 'ask_user'
  | 'contact_operator'
  | 'stop';

/** Where a failure belongs, and the first question of the decision tree that it answers with yes. */
export type FaultBranch =
  | 'cancelled'
  | 'unreadable'
  | 'arguments'
  | 'permission'
  | 'state'
  | 'limit'
  | 'dependency'
  | 'batch'
  | 'unknown';

/** The part of the stack that a failure comes from. */
export type FaultLayer = 'transport' | 'protocol' | 'business' | 'dependency';

/** Does it pass without anybody's doing? `later`: not within the deadline of a call. */
export type Passes = 'yes' | 'perhaps' | 'unknown' | 'later' | 'at_reset' | 'per_item' | 'no';

/**
 * What the kind alone says about sending the same call again. `safe`: nothing has run. `unsafe`: it may have run, so only
 * where that is harmless. `judgement`: somebody has to look first. `never`: it would fail the same way, whatever a peer says.
 */
export type RetryRule = 'safe' | 'unsafe' | 'judgement' | 'never';

/** Whose doing a failure is. */
export type FaultParty = 'caller' | 'user' | 'server' | 'dependency' | 'operator' | 'nobody';

/** Who can mend it; `time` where waiting does. */
export type FaultMender = 'caller' | 'user' | 'server' | 'operator' | 'time' | 'nobody';

/** One row of the catalogue. */
export interface FaultEntry {
  readonly branch: FaultBranch;
  readonly layer: FaultLayer;
  readonly passes: Passes;
  readonly retry: RetryRule;
  readonly faultOf: FaultParty;
  readonly mends: FaultMender;
  /** The JSON-RPC code up to revision 2025-11-25; undefined where nothing is said on the wire. */
  readonly legacy: number | undefined;
  /** The JSON-RPC code from revision 2026-07-28 on; undefined where nothing is said on the wire. */
  readonly modern: number | undefined;
  readonly http: number;
  readonly action: RecoveryAction;
  /** The wait that a retryable fault is sent with where nobody said one, in milliseconds. */
  readonly retryAfterMs?: number;
}

const callers = { passes: 'no', retry: 'never', faultOf: 'caller', mends: 'caller' } as const;
const unreadable = { ...callers, branch: 'unreadable', layer: 'protocol' } as const;
const badParams = { ...callers, layer: 'protocol', legacy: -32602, modern: -32602, http: 400 } as const;
const wrongArguments = { ...badParams, branch: 'arguments', action: 'fix_arguments' } as const;
const unknownName = { ...badParams, branch: 'unreadable', action: 'use_alternative' } as const;
const unknownMethod = { ...unknownName, legacy: -32601, modern: -32601, http: 404 } as const;

const limit = { ...callers, branch: 'limit', layer: 'business' } as const;
const permission = { ...callers, branch: 'permission', layer: 'business', mends: 'user' } as const;
const signIn = { ...permission, legacy: -32010, modern: -31010, http: 401, action: 'sign_in' } as const;
const forbidden = { ...permission, http: 403, mends: 'operator' } as const;
const declined = { ...forbidden, faultOf: 'user', mends: 'user', action: 'ask_user' } as const;
const state = { ...callers, branch: 'state', layer: 'business' } as const;
const changed = { ...state, retry: 'judgement', action: 'verify_then_retry' } as const;

const passing = { passes: 'yes', mends: 'time', action: 'wait_and_retry' } as const;
const notRun = { ...passing, retry: 'safe' } as const;
const mayHaveRun = { ...passing, retry: 'unsafe' } as const;
const dependency = { branch: 'dependency', layer: 'dependency', faultOf: 'dependency' } as const;
const transport = { branch: 'dependency', layer: 'transport', faultOf: 'server' } as const;
const badAnswer = { ...mayHaveRun, passes: 'perhaps', mends: 'server', http: 502, retryAfterMs: 5_000 } as const;

// Published numbers never change and are never used again. Some are left out:
// −32000, −32001, −32020…−32022 and −32042 mean other things to a specification or an SDK; −32002 is for resources alone.
// A row a kind, so that it reads as the table that it is.
// oxfmt-ignore
const table = {
  parse_error: { ...unreadable, legacy: -32700, modern: -32700, http: 400, action: 'stop' },
  invalid_request: { ...unreadable, legacy: -32600, modern: -32600, http: 400, action: 'stop' },
  method_not_found: unknownMethod,
  capability_missing: unknownMethod,
  invalid_params: wrongArguments,
  param_missing: wrongArguments,
  param_invalid: wrongArguments,
  params_conflict: wrongArguments,
  unknown_tool: unknownName,
  unknown_prompt: unknownName,
  unsupported_protocol_version: { ...unknownName, modern: -32022, mends: 'operator', action: 'contact_operator' },
  client_capability_missing: { ...unknownName, modern: -32021, mends: 'operator', action: 'stop' },
  header_mismatch: { ...unreadable, layer: 'transport', legacy: -32600, modern: -32020, http: 400, action: 'stop' },

  tool_error: { branch: 'unknown', layer: 'business', passes: 'no', retry: 'judgement', faultOf: 'caller', mends: 'caller', legacy: -32603, modern: -32603, http: 500, action: 'use_alternative' },
  internal: { branch: 'unknown', layer: 'protocol', passes: 'unknown', retry: 'unsafe', faultOf: 'server', mends: 'server', legacy: -32603, modern: -32603, http: 500, action: 'contact_operator', retryAfterMs: 5_000 },

  rate_limited: { ...limit, ...notRun, legacy: -32003, modern: -31003, http: 429, retryAfterMs: 30_000 },
  rate_limited_long: { ...limit, passes: 'later', mends: 'time', legacy: -32003, modern: -31003, http: 429, action: 'use_alternative' },
  quota_exhausted: { ...limit, mends: 'user', legacy: -32004, modern: -31004, http: 429, action: 'ask_user' },
  budget_exceeded: { ...limit, passes: 'at_reset', mends: 'user', legacy: -32005, modern: -31005, http: 402, action: 'ask_user' },
  overloaded: { ...limit, ...notRun, faultOf: 'server', legacy: -32006, modern: -31006, http: 503, retryAfterMs: 5_000 },
  repeated_failing_call: { ...limit, legacy: -32007, modern: -31007, http: 429, action: 'stop' },
  message_too_large: { ...limit, layer: 'transport', legacy: -32008, modern: -31008, http: 413, action: 'reduce_scope' },

  unauthenticated: signIn,
  token_expired: signIn,
  permission_denied: { ...forbidden, mends: 'user', legacy: -32011, modern: -31011, action: 'ask_user' },
  insufficient_scope: { ...forbidden, mends: 'user', legacy: -32012, modern: -31012, action: 'sign_in' },
  capability_exceeded: { ...forbidden, legacy: -32013, modern: -31013, action: 'use_alternative' },
  tool_not_allowed: { ...forbidden, legacy: -32014, modern: -31014, action: 'use_alternative' },
  confirmation_declined: { ...declined, legacy: -32015, modern: -31015 },
  sampling_declined: { ...declined, legacy: -32015, modern: -31015 },
  elicitation_declined: { ...declined, legacy: -32015, modern: -31015 },
  upstream_unauthorized: { ...forbidden, faultOf: 'operator', legacy: -32016, modern: -31016, http: 502, action: 'contact_operator' },
  definition_changed: { ...forbidden, faultOf: 'server', legacy: -32017, modern: -31017, action: 'contact_operator' },

  not_found: { ...state, legacy: -32023, modern: -31023, http: 404, action: 'fix_arguments' },
  conflict: { ...changed, legacy: -32024, modern: -31024, http: 409 },
  locked: { ...state, ...notRun, faultOf: 'nobody', legacy: -32025, modern: -31025, http: 423, retryAfterMs: 5_000 },
  precondition_failed: { ...changed, legacy: -32026, modern: -31026, http: 412 },
  business_rule: { ...state, legacy: -32027, modern: -31027, http: 422, action: 'fix_arguments' },
  partial_failure: { ...state, branch: 'batch', passes: 'per_item', retry: 'judgement', legacy: -32028, modern: -31028, http: 207, action: 'reduce_scope' },
  outcome_unknown: { ...transport, passes: 'unknown', retry: 'judgement', mends: 'caller', legacy: -32029, modern: -31029, http: 502, action: 'verify_then_retry' },

  dependency_unavailable: { ...dependency, ...mayHaveRun, legacy: -32030, modern: -31030, http: 503, retryAfterMs: 10_000 },
  dependency_timeout: { ...dependency, ...mayHaveRun, legacy: -32030, modern: -31030, http: 504, retryAfterMs: 5_000 },
  dependency_rate_limited: { ...dependency, ...mayHaveRun, legacy: -32031, modern: -31031, http: 503, retryAfterMs: 30_000 },
  dependency_bad_answer: { ...dependency, ...badAnswer, legacy: -32032, modern: -31032 },
  upstream_bad_answer: { ...transport, ...badAnswer, legacy: -32032, modern: -31032 },
  connect_timeout: { ...transport, ...notRun, legacy: -32033, modern: -31033, http: 504, retryAfterMs: 5_000 },
  start_timeout: { ...transport, ...notRun, legacy: -32033, modern: -31033, http: 504, retryAfterMs: 10_000 },
  request_timeout: { ...transport, ...mayHaveRun, legacy: -32034, modern: -31034, http: 504, retryAfterMs: 5_000 },
  idle_timeout: { ...transport, ...mayHaveRun, legacy: -32034, modern: -31034, http: 504, retryAfterMs: 5_000 },
  circuit_open: { ...transport, ...notRun, legacy: -32035, modern: -31035, http: 503, retryAfterMs: 5_000 },
  server_starting: { ...transport, ...notRun, legacy: -32036, modern: -31036, http: 503, retryAfterMs: 5_000 },
  server_crashed: { ...transport, ...mayHaveRun, legacy: -32036, modern: -31036, http: 503, retryAfterMs: 2_000 },
  server_not_running: { ...transport, ...notRun, mends: 'operator', legacy: -32036, modern: -31036, http: 503, retryAfterMs: 10_000 },
  connection_lost: { ...transport, ...mayHaveRun, legacy: -32037, modern: -31037, http: 502, retryAfterMs: 1_000 },
  result_lost: { ...transport, passes: 'no', retry: 'judgement', mends: 'caller', legacy: -32038, modern: -31038, http: 410, action: 'verify_then_retry' },
  tool_crashed: { branch: 'dependency', layer: 'dependency', passes: 'unknown', retry: 'judgement', faultOf: 'server', mends: 'operator', legacy: -32039, modern: -31039, http: 500, action: 'contact_operator', retryAfterMs: 5_000 },

  cancelled: { branch: 'cancelled', layer: 'protocol', passes: 'no', retry: 'never', faultOf: 'nobody', mends: 'nobody', legacy: undefined, modern: undefined, http: 499, action: 'stop' },
} satisfies Record<string, FaultEntry>;

/** The stable name of a kind of failure. */
export type FaultKind = keyof typeof table;

/** Every kind of failure with all that is decided about it; wire codes, texts, tree and reference are read from here. */
export const catalogue: Readonly<Record<FaultKind, FaultEntry>> = table;

/** All kinds, in the order of the catalogue. */
// Sound: the keys of a literal are exactly its type's.
export const faultKinds = Object.keys(table) as readonly FaultKind[];

/** Tells whether a text is the name of a kind; inherited names such as `constructor` are not. */
export function isFaultKind(value: unknown): value is FaultKind {
  return typeof value === 'string' && Object.hasOwn(table, value);
}

// A record, so that a new action that is forgotten here does not compile.
const actions: Readonly<Record<RecoveryAction, true>> = {
  fix_arguments: true,
  wait_and_retry: true,
  verify_then_retry: true,
  use_alternative: true,
  reduce_scope: true,
  sign_in: true,
  ask_user: true,
  contact_operator: true,
  stop: true,
};

/** Tells whether a text is one of the closed set of recovery actions. */
export function isRecoveryAction(value: unknown): value is RecoveryAction {
  return typeof value === 'string' && Object.hasOwn(actions, value);
}
