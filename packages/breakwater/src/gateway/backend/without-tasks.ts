import { metaKeys, type Message } from '@breakwater/core';

/** The extension by which a call may become a task (SEP-2663). */
const extension = 'io.modelcontextprotocol/tasks';

/** The capabilities of several servers as one: the id of a task would not say which of them runs it. */
export function declaredWithoutTasks(capabilities: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { tasks: _tasks, extensions, ...rest } = capabilities;
  if (typeof extensions !== 'object' || extensions === null) return rest;
  const others = Object.entries(extensions).filter(([name]) => name !== extension);
  return { ...rest, ...(others.length > 0 && { extensions: Object.fromEntries(others) }) };
}

/** A call of a host's that no server may make a task of, whatever the host has declared or asked for. */
export function callWithoutTasks(message: Message): Message {
  if (!message.mentions('task')) return message;
  const extensions = message.find(message.paramsSpan, '_meta', metaKeys.clientCapabilities, 'extensions');
  const undeclared = message.without(extensions, (name) => name === extension);
  return undeclared.without(undeclared.paramsSpan, (name) => name === 'task');
}
