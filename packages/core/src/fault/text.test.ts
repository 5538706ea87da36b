import { expect, it } from 'vitest';

import { createFault, type FaultContext } from './create-fault.ts';
import type { Failure } from './fault.ts';
import type { Locale } from './locale/locale.ts';
import { faultText } from './text.ts';

const tool: FaultContext = { correlationId: 'bw-1', target: { kind: 'tool', server: 'db', name: 'query' } };

function text(
  failure: Failure,
  context: Partial<FaultContext> = {},
  locale: Locale = 'en',
  serverText?: string,
): string {
  return faultText(createFault(failure, { ...tool, locale, ...context }), {
    locale,
    ...(serverText !== undefined && { serverText }),
  });
}

it('says what happened, whether to retry, what else to try, and the reference', () => {
  expect(text({ kind: 'connection_lost', executed: 'unknown' }, { attempt: 1, maxAttempts: 3 })).toBe(
    [
      "The connection to server 'db' was lost before it had answered for tool 'query'. Outcome unknown: verify before retrying.",
      'Retry: only after you have checked the current state. It may already have been executed.',
      'Check with a read whether it took effect before you send it again.',
      "Reference: bw-1 (connection_lost, tool 'query', server 'db', attempt 1 of 3).",
    ].join('\n'),
  );
});

// E11
it('says the same in Chinese', () => {
  expect(
    text({ kind: 'rate_limited', executed: 'no', limit: 100, windowSeconds: 60, retryAfterMs: 30_000 }, {}, 'zh'),
  ).toBe(
    [
      '超出速率限制。上限为每 60 秒 100 次。',
      '重试：可以，请等待 30 秒。该调用没有执行。',
      '请等待后再发送同一调用。',
      '参考编号：bw-1（rate_limited，工具“query”，服务器“db”）。',
    ].join('\n'),
  );
});

it.each<[Failure, Partial<FaultContext>, string]>([
  [
    { kind: 'rate_limited', executed: 'no', retryAfterMs: 90_500 },
    {},
    'Retry: yes, after 91 seconds. It was not executed.',
  ],
  [{ kind: 'overloaded', executed: 'no', retryAfterMs: 0 }, {}, 'Retry: yes. It was not executed.'],
  [{ kind: 'overloaded', executed: 'no', retryAfterMs: 1_000 }, {}, 'Retry: yes, after 1 second. It was not executed.'],
  [
    { kind: 'request_timeout', executed: 'unknown' },
    { safety: 'read' },
    'Retry: yes, after 5 seconds. It may already have been executed; sending it again does no harm.',
  ],
  [
    { kind: 'rate_limited_long', executed: 'no', retryAfterMs: 10_800_000 },
    {},
    'Retry: not now, at the earliest in 3 hours. It was not executed.',
  ],
  [
    { kind: 'quota_exhausted', executed: 'no', retryAfterMs: 200_000_000 },
    {},
    'Retry: not now, at the earliest in 3 days. It was not executed.',
  ],
  [{ kind: 'budget_exceeded', executed: 'no' }, {}, 'Retry: not now. It was not executed.'],
  [
    { kind: 'conflict', executed: 'no' },
    {},
    'Retry: only after you have checked the current state. It was not executed.',
  ],
  [{ kind: 'tool_error', executed: 'yes' }, {}, 'Retry: no, not as it is. It was executed.'],
])('says when to retry: %o', (failure, context, line) => {
  expect(text(failure, context).split('\n')[1]).toBe(line);
});

it('adds to a message of somebody else what that does not say', () => {
  const wrong: Failure = {
    kind: 'param_invalid',
    executed: 'no',
    message: 'Wrong date',
    field: 'from',
    expected: 'YYYY-MM-DD',
    received: '1/1',
  };

  expect(text(wrong).split('\n')[0]).toBe("Wrong date. Parameter 'from' must be YYYY-MM-DD, got '1/1'.");
  expect(text({ ...wrong, message: 'from must be YYYY-MM-DD, not 1/1' }).split('\n')[0]).toBe(
    'from must be YYYY-MM-DD, not 1/1',
  );
  expect(
    text({ kind: 'insufficient_scope', executed: 'no', message: 'No.', required: 'repo:write' }).split('\n')[0],
  ).toBe('No. Needed: repo:write.');
});

it("quotes the server's own words once, on one line", () => {
  const failure: Failure = { kind: 'tool_error', executed: 'yes', message: 'The query failed.' };

  expect(text(failure, {}, 'en', 'deadlock\ndetected').split('\n')[0]).toBe(
    'The query failed. The server said: "deadlock detected"',
  );
  expect(text(failure, {}, 'en', 'The query failed.').split('\n')[0]).toBe('The query failed.');
});

it("prefers a suggestion to the kind's advice, and drops advice that another action makes wrong", () => {
  const lost: Failure = { kind: 'param_missing', executed: 'no' };

  expect(text({ ...lost, suggestion: 'Try /tmp.' }).split('\n')[2]).toBe('Try /tmp.');
  expect(text(lost).split('\n')[2]).toBe('Add the parameter and call again.');
  expect(text({ ...lost, recoveryAction: 'ask_user' }).split('\n')[2]).toBe('Ask the user how to go on.');
});

it('says whom to ask beside the reference', () => {
  const lines = text({ kind: 'internal', executed: 'unknown' }, { support: 'ops@example.org' }).split('\n');

  expect(lines[3]).toBe(
    "Reference: bw-1 (internal, tool 'query', server 'db'). Provide this ID when reporting the issue to ops@example.org",
  );
});
