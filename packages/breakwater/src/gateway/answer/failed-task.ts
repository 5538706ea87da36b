import { isRawNumber, parseLossless, stringifyLossless, type Message, type Span } from '@breakwater/core';

/**
 * A message about tasks in which what has failed is told as a failed call is: `tasks/get`, `tasks/result` and their
 * notifications are successes by their form (2025-11-25, Tasks; SEP-2663).
 *
 * @param span Of the result or the params.
 */
export function redactFailedTask(
  message: Message,
  span: Span | undefined,
  redact: (value: unknown) => unknown,
): Message {
  if (span === undefined || !(message.mentions('isError') || message.mentions('failed'))) return message;
  const told = taskAsTold(parseLossless(message.slice(span), { tooDeep: '[nested too deeply]' }), redact);
  return message.edit([{ ...span, replacement: stringifyLossless(told) }]);
}

function taskAsTold(task: unknown, redact: (value: unknown) => unknown): unknown {
  if (!isRecord(task)) return task;
  const isFailed = task['isError'] === true || task['status'] === 'failed';
  return Object.fromEntries(
    Object.entries(task).map(([name, member]) => {
      if (name === 'result') return [name, taskAsTold(member, redact)];
      if (name === 'tasks' && Array.isArray(member)) return [name, member.map((each) => taskAsTold(each, redact))];
      return [name, isFailed && words.has(name) ? redact(member) : member];
    }),
  );
}

/** The members of a failed task, or of a failed tool's result, that tell why; the others are what its host works with. */
const words: ReadonlySet<string> = new Set(['statusMessage', 'error', 'content', 'structuredContent']);

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value);
}
