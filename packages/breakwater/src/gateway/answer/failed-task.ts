import { isRawNumber, parseLossless, stringifyLossless, type Message, type Span } from '@breakwater/core';

/** Whether an answer tells of tasks: of one that a call has begun, or to a question about them (2025-11-25, Tasks; SEP-2663). */
export function tellsOfTask(answer: Message, method: string): boolean {
  if (method.startsWith('tasks/')) return true;
  if (method !== 'tools/call' || !answer.mentions('failed')) return false;
  const { resultSpan } = answer;
  const type = answer.find(resultSpan, 'resultType');
  return (type !== undefined && answer.valueAt(type) === 'task') || answer.find(resultSpan, 'task') !== undefined;
}

/**
 * A message about tasks in which what has failed is told as a failed call is: such messages are successes by their form.
 *
 * @param span Of the result or the params.
 */
export function redactFailedTask(
  message: Message,
  span: Span | undefined,
  redact: (value: unknown) => unknown,
): Message {
  if (span === undefined || !(message.mentions('isError') || message.mentions('failed'))) return message;
  const task = parseLossless(message.slice(span), { tooDeep: '[nested too deeply]' });
  if (!hasFailed(task)) return message;
  return message.edit([{ ...span, replacement: stringifyLossless(taskAsTold(task, redact)) }]);
}

function hasFailed(task: unknown): boolean {
  return isRecord(task) && (isFailure(task) || [task['result'], task['task'], task['tasks']].flat().some(hasFailed));
}

function taskAsTold(task: unknown, redact: (value: unknown) => unknown): unknown {
  if (!isRecord(task)) return task;
  const isFailed = isFailure(task);
  return Object.fromEntries(
    Object.entries(task).map(([name, member]) => {
      if (name === 'result' || name === 'task') return [name, taskAsTold(member, redact)];
      if (name === 'tasks' && Array.isArray(member)) return [name, member.map((each) => taskAsTold(each, redact))];
      return [name, isFailed && words.has(name) ? redact(member) : member];
    }),
  );
}

function isFailure(task: Readonly<Record<string, unknown>>): boolean {
  return task['isError'] === true || task['status'] === 'failed';
}

/** The members of a failed task, or of a failed tool's result, that tell why; the others are what its host works with. */
const words: ReadonlySet<string> = new Set(['statusMessage', 'error', 'content', 'structuredContent']);

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value);
}
