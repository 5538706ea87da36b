import type { FaultIssue } from '../fault.ts';
import type { Texts, Words } from './texts.ts';

/** English. Messages say what happened, and to what; they end in a full stop. */
export const en: Texts = {
  messages: {
    parse_error: 'The message is not valid JSON.',
    invalid_request: 'The message is not a valid JSON-RPC request.',
    method_not_found: ({ server, name }) => `${server} does not implement the method${quoted(name)}.`,
    capability_missing: ({ server, name }) =>
      `${server} has not declared the capability that the method${quoted(name)} needs.`,
    invalid_params: (words) => refusals(words) ?? `The arguments of ${words.target} are not valid.`,
    param_missing: ({ target, field, expected }) =>
      field === undefined
        ? `A required parameter of ${target} is missing.`
        : `Required parameter '${field}' is missing${expected === undefined ? '' : `; expected ${expected}`}.`,
    param_invalid: (words) => refusals(words) ?? `A parameter of ${words.target} has a value that is not allowed.`,
    params_conflict: ({ target, issues }) =>
      issues.length < 2
        ? `The arguments of ${target} contradict each other.`
        : `The arguments ${issues.map(({ field }) => `'${field}'`).join(', ')} of ${target} contradict each other.`,
    unknown_tool: ({ server, name }) => `${server} has no ${name === undefined ? 'such tool' : `tool '${name}'`}.`,
    unknown_prompt: ({ server, name }) =>
      `${server} has no ${name === undefined ? 'such prompt' : `prompt '${name}'`}.`,
    unsupported_protocol_version: ({ server }) => `${server} does not speak the requested protocol version.`,
    client_capability_missing: ({ target, required }) =>
      `${target} needs a capability that the client has not declared${detail(required)}.`,
    header_mismatch: 'The HTTP headers do not match the message that they came with.',
    tool_error: ({ target }) => `${target} reported a failure without saying more.`,
    internal: ({ target }) =>
      `Internal error: ${target} failed unexpectedly; the details are in the log under the reference.`,
    rate_limited: 'Rate limit exceeded',
    rate_limited_long: ({ target }) => `The rate limit of ${target} is exceeded, for longer than this call may wait.`,
    quota_exhausted: ({ target }) => `The quota for ${target} is used up.`,
    budget_exceeded: ({ target }) => `The budget for ${target} is spent.`,
    overloaded: ({ server }) => `${server} has too much to do at the moment.`,
    repeated_failing_call: ({ target }) => `The same call of ${target} has failed in the same way several times.`,
    message_too_large: ({ target, limit }) =>
      `The message for ${target} is too large${limit === undefined ? '' : `; at most ${limit} bytes are allowed`}.`,
    unauthenticated: ({ target }) => `${target} needs a sign-in.`,
    token_expired: ({ target }) => `The sign-in for ${target} has expired.`,
    permission_denied: ({ target, required }) => `Permission for ${target} was denied${needs(required)}.`,
    insufficient_scope: ({ target, required }) => `The sign-in does not cover ${target}${needs(required)}.`,
    capability_exceeded: ({ target }) => `The request goes beyond what ${target} is allowed to do.`,
    tool_not_allowed: ({ target }) => `The configuration does not allow ${target}.`,
    confirmation_declined: ({ target }) => `The user did not confirm ${target}.`,
    sampling_declined: ({ target }) => `The model request that ${target} depends on was declined.`,
    elicitation_declined: ({ target }) => `The question that ${target} asked the user was declined.`,
    upstream_unauthorized: 'The server could not sign in to a service that it needs.',
    definition_changed: ({ target }) => `The definition of ${target} has changed since it was approved.`,
    not_found: ({ target }) => `${target} did not find what was asked for.`,
    conflict: ({ target }) => `${target} met a state that has changed in the meantime.`,
    locked: ({ target }) => `What ${target} needs is locked by somebody else.`,
    precondition_failed: ({ target }) => `A condition that ${target} depends on does not hold.`,
    business_rule: ({ target }) => `A rule does not allow what ${target} was asked to do.`,
    partial_failure: ({ target }) => `${target} could do only a part of what was asked.`,
    outcome_unknown: ({ target }) => `Nobody can tell whether ${target} has run.`,
    dependency_unavailable: ({ target }) => `A service that ${target} needs is temporarily unavailable.`,
    dependency_timeout: ({ target }) => `A service that ${target} needs did not answer in time.`,
    dependency_rate_limited: ({ target }) => `A service that ${target} needs limits the rate of requests.`,
    dependency_bad_answer: ({ target }) => `A service that ${target} needs gave an answer that makes no sense.`,
    upstream_bad_answer: ({ server, target }) => `${server} gave an answer for ${target} that makes no sense.`,
    connect_timeout: ({ server }) => `${server} did not accept a connection in time.`,
    start_timeout: ({ server }) => `${server} did not start in time.`,
    request_timeout: ({ server, target }) => `${server} did not answer for ${target} in time.`,
    idle_timeout: ({ server, target }) => `${server} gave no sign of life for ${target} for too long.`,
    circuit_open: ({ target }) => `${target} is currently unavailable (circuit breaker open).`,
    server_starting: ({ server }) => `${server} is still starting.`,
    server_crashed: ({ server, target }) => `${server} stopped before it had answered for ${target}.`,
    server_not_running: ({ server }) => `${server} is not running.`,
    connection_lost: ({ server, target }) =>
      `The connection to ${server} was lost before it had answered for ${target}.`,
    result_lost: ({ target }) => `The result of ${target} is gone.`,
    tool_crashed: ({ target }) => `${target} crashed.`,
    cancelled: 'The call was cancelled.',
  },
  advice: {
    param_missing: 'Add the parameter and call again.',
    unknown_tool: 'Use a tool of the current list.',
    unknown_prompt: 'Use a prompt of the current list.',
    tool_error: 'Read what the tool said and change the call, or use another tool.',
    internal: 'If it happens again, report it to the operator.',
    rate_limited_long: 'Use another tool in the meantime, or tell the user when to come back.',
    repeated_failing_call: 'Change the arguments, or stop and tell the user.',
    not_found: 'Check the name or the id, or list what there is.',
    business_rule: 'Change the request so that the rule holds, or tell the user about it.',
    conflict: 'Read the current state, then decide again.',
    precondition_failed: 'Read the current state, then decide again.',
    partial_failure: 'Repeat only the items that failed.',
    result_lost: 'Look what is there, then start the work again if it is still needed.',
  },
  actions: {
    fix_arguments: 'Correct the arguments and call again.',
    wait_and_retry: 'Wait, then send the same call again.',
    verify_then_retry: 'Check with a read whether it took effect before you send it again.',
    use_alternative: 'Use another tool, or tell the user.',
    reduce_scope: 'Ask for less in one call.',
    sign_in: 'Ask the user to sign in (again).',
    ask_user: 'Ask the user how to go on.',
    contact_operator: 'Tell the user; the operator has to mend it.',
    stop: 'Stop and tell the user.',
  },
  names: {
    target: {
      tool: (name) => (name === undefined ? 'the tool' : `tool '${name}'`),
      resource: (name) => (name === undefined ? 'the resource' : `resource '${name}'`),
      prompt: (name) => (name === undefined ? 'the prompt' : `prompt '${name}'`),
      method: (name) => (name === undefined ? 'the request' : `'${name}'`),
      model: (name) => (name === undefined ? 'the model' : `model '${name}'`),
      unknown: () => 'the call',
    },
    server: (name) => (name === undefined ? 'the server' : `server '${name}'`),
  },
  outcomeUnknown: 'Outcome unknown: verify before retrying.',
  verdicts: {
    yes: (wait) => (wait === undefined ? 'Retry: yes.' : `Retry: yes, after ${wait}.`),
    later: (wait) => (wait === undefined ? 'Retry: not now.' : `Retry: not now, at the earliest in ${wait}.`),
    verify: () => 'Retry: only after you have checked the current state.',
    no: () => 'Retry: no, not as it is.',
  },
  executed: { no: 'It was not executed.', unknown: 'It may already have been executed.', yes: 'It was executed.' },
  harmless: 'It may already have been executed; sending it again does no harm.',
  duration: (seconds) => {
    if (seconds < 120) return count(seconds, 'second');
    if (seconds < 7_200) return count(Math.ceil(seconds / 60), 'minute');
    return seconds < 172_800 ? count(Math.ceil(seconds / 3_600), 'hour') : count(Math.ceil(seconds / 86_400), 'day');
  },
  refused: (issue) => `Parameter ${refusal(issue)}.`,
  needed: (required) => `Needed: ${required}.`,
  limited: (limit, windowSeconds) =>
    `The limit is ${limit}${windowSeconds === undefined ? '' : ` in ${en.duration(windowSeconds)}`}.`,
  reference: (id, facts) => `Reference: ${id} (${facts.join(', ')}).`,
  attempts: (attempt, maxAttempts) => `attempt ${attempt} of ${maxAttempts}`,
  serverSaid: (text) => `The server said: "${text}"`,
  support: (address) => `Provide this ID when reporting the issue${address === undefined ? '' : ` to ${address}`}`,
  stop: '.',
  space: ' ',
  tree: {
    root: 'failure',
    branches: {
      cancelled: 'cancelled by the caller?',
      unreadable: 'message unreadable, or a name or capability that does not exist?',
      unknown_name: 'an unknown tool or prompt?',
      other_unreadable: 'otherwise',
      arguments: 'arguments wrong?',
      permission: 'not allowed?',
      expired: 'sign-in expired?',
      other_permission: 'otherwise',
      state: 'state of the resource, or a business rule?',
      changed: 'changed in the meantime?',
      locked: 'locked?',
      other_state: 'otherwise',
      limit: 'a limit?',
      quota: 'used up until a date?',
      long: 'a wait beyond the deadline?',
      size: 'too large?',
      loop: 'the same failing call again and again?',
      rate: 'a rate, or too much load?',
      dependency: 'dependency, transport or timeout?',
      lost: 'it ran and its result is lost?',
      crashed: 'the tool itself crashed?',
      unclear: 'nobody can tell whether it ran?',
      open: 'breaker open?',
      spent: 'attempts, budget or deadline used up?',
      not_run: 'known not to have run?',
      repeatable: 'it may have run, but is safe or has its key?',
      not_repeatable: 'it may have run, and is not safe',
      may_have_run: 'it may have run',
      batch: 'part of a batch failed?',
      critical: 'critical for the process?',
      unknown: 'unknown',
      answered: "the tool's own answer?",
      unexplained: 'otherwise',
    },
    leaves: {
      silent: 'say nothing on the wire, drop what comes late',
      mend_caller: 'no retry; whoever sent it has to be mended',
      refresh_list: 'refresh the list once, then name the nearest',
      correct_arguments: 'no retry as it is; name field, expected and received, so that the model corrects them',
      refresh_token: 'refresh the token once, then again; else ask for a sign-in',
      name_permission: 'no retry; name what is needed and stop',
      read_again: 'read the current state, then decide',
      report: 'no retry; report it',
      next_tier: 'no retry before the reset; another tier or tool, or tell the user',
      stop_with_time: 'stop and say when it is worth another try',
      reduce: 'no retry as it is; ask for less',
      change_or_stop: 'change the arguments or stop',
      wait: 'wait as long as was asked where that fits the deadline, else stop and say when',
      degrade:
        'fall back as configured: cache, alternates, split, queue; at last say what is unavailable and until when',
      again: 'again: back-off with jitter, while attempts, retry budget and deadline last',
      verify: '"outcome unknown": never sent again unseen, verify first',
      operator: 'no retry; the operator has to look',
      repeat_failed: 'list both, repeat only what failed and may be repeated',
      end: 'answer, then an orderly end of the process',
      deliver: 'deliver it as it came',
      refer: 'no retry; the details are in the log under the reference',
    },
  },
  foreign: {
    '-32000':
      'Not from Breakwater. SDKs use it for a connection that was closed and for HTTP requests that they refuse; ' +
      'servers use it for anything. Read the message.',
    '-32001':
      'Not from Breakwater. In an SDK it is a request that ran into its own timeout, or was cancelled; ' +
      'from a server over HTTP it is a session that is not known (any more).',
    '-32002': 'A resource that was not found, up to protocol revision 2025-11-25; later revisions use -32602.',
    '-32042': 'Not from Breakwater. In protocol revision 2025-11-25 the server asks the user to open a page first.',
  },
  page: {
    title: 'Faults',
    intro:
      'Every failure that Breakwater reports has one of these kinds, in `data.kind` of an error or in ' +
      '`_meta["dev.breakwater/fault"]` of a result. Decide by the kind: several kinds share a number, and ' +
      '`breakwater explain KIND` or `breakwater explain CODE` prints what stands here.',
    treeTitle: 'What becomes of a failure',
    tableTitle: 'All kinds',
    kindsTitle: 'One by one',
    kind: 'Kind',
    codes: 'Code',
    legacy: 'up to 2025-11-25',
    modern: 'from 2026-07-28',
    noCode: 'none',
    http: 'HTTP',
    layer: 'Layer',
    passes: 'Passes by itself',
    retry: 'Retry',
    wait: 'Wait, if nobody says one',
    faultOf: 'Fault of',
    mends: 'Mended by',
    action: 'Recovery action',
    message: 'Message',
    advice: 'What to do',
    path: 'In the decision tree',
    colon: ': ',
    nothing: (query, near) =>
      `There is no kind or code "${query}".${near.length === 0 ? '' : ` Did you mean ${near.join(', ')}?`}`,
  },
  terms: {
    layer: { transport: 'transport', protocol: 'protocol', business: 'business', dependency: 'dependency' },
    passes: {
      yes: 'yes',
      perhaps: 'perhaps',
      unknown: 'unknown',
      later: 'later',
      at_reset: 'at the reset',
      per_item: 'item by item',
      no: 'no',
    },
    retry: { safe: 'safe', unsafe: 'unsafe', judgement: 'needs judgement', never: 'never' },
    party: {
      caller: 'caller',
      user: 'user',
      server: 'server',
      dependency: 'dependency',
      operator: 'operator',
      nobody: 'nobody',
    },
    mender: { caller: 'caller', user: 'user', server: 'server', operator: 'operator', time: 'time', nobody: 'nobody' },
  },
};

function refusals({ field, expected, received, issues }: Words): string | undefined {
  const all = issues.length > 0 ? issues : field === undefined ? [] : [toIssue(field, expected, received)];
  return all.length === 0 ? undefined : `Parameter ${all.map(refusal).join('; ')}.`;
}

function refusal({ field, expected, received }: FaultIssue): string {
  const must = expected === undefined ? `'${field}' is not valid` : `'${field}' must be ${expected}`;
  return received === undefined ? must : `${must}, got '${received}'`;
}

function toIssue(field: string, expected: string | undefined, received: string | undefined): FaultIssue {
  return { field, ...(expected !== undefined && { expected }), ...(received !== undefined && { received }) };
}

function quoted(name: string | undefined): string {
  return name === undefined ? '' : ` '${name}'`;
}

function detail(text: string | undefined): string {
  return text === undefined ? '' : `: ${text}`;
}

function needs(required: string | undefined): string {
  return required === undefined ? '' : `; it needs ${required}`;
}

function count(amount: number, unit: string): string {
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`;
}
