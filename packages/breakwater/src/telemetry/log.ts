import type { Writable } from 'node:stream';
import { eventTypes, type BreakwaterEvent, type EventStream, type Redactor } from '@breakwater/core';

// The starts of calls and attempts happen with every call and say nothing that their ends don't.
const loggedTypes = eventTypes.filter((type) => type !== 'call-started' && type !== 'attempt-started');

/**
 * Writes what an operator wants to know as JSON lines, secrets masked; returns the function that stops it. People at a
 * terminal are told of trouble alone.
 */
export function startLog(events: EventStream, output: Writable, redactor: Redactor): () => void {
  const isForPeople = 'isTTY' in output && output.isTTY === true;
  const write = (event: BreakwaterEvent): void => {
    const level = levelOf(event);
    if (level === undefined || (isForPeople && level === 'info')) return;
    const { seq: _seq, atMs: _atMs, ...facts } = event;
    // Each text by itself, in which a table or what stands at the end is seen as such, and then all of them together.
    const masked = (key: string, value: unknown): unknown =>
      typeof value === 'string' ? redactor.secrets(value).text : plain(key, value);
    const line = JSON.stringify({ time: new Date().toISOString(), level, ...facts }, masked);
    output.write(`${redactor.secrets(line).text}\n`);
  };
  return events.subscribe(loggedTypes, write, { successes: false });
}

/** Undefined for what went well. */
function levelOf(event: BreakwaterEvent): 'info' | 'warn' | 'error' | undefined {
  switch (event.type) {
    case 'call-started':
    case 'attempt-started':
      return undefined;
    case 'call-ended':
      return event.kind === undefined || event.kind === 'cancelled' ? undefined : 'warn';
    case 'attempt-ended':
      return event.kind === undefined || event.kind === 'cancelled' ? undefined : 'info';
    case 'server-state':
      return event.state === 'failed' ? 'error' : event.state === 'backing-off' ? 'warn' : 'info';
    case 'bug':
      return 'error';
    case 'budget-denied':
    case 'dropped':
      return 'warn';
    default:
      return 'info';
  }
}

/** Causes are whatever was thrown; what JSON has no words for becomes a sentence. */
function plain(_key: string, value: unknown): unknown {
  if (value instanceof Error)
    return {
      name: value.name,
      message: value.message,
      stack: value.stack,
      ...(value.cause !== undefined && { cause: value.cause }),
    };
  if (typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol') return String(value);
  return value;
}
