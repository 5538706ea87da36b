import { expect, it } from 'vitest';
import { eventTypes, EventStream, type BreakwaterEvent } from './events.ts';

const target = { kind: 'tool', server: 'db', name: 'find' } as const;

it('numbers and dates what somebody wants, and hands it to those who want it', () => {
  let now = 5;
  const events = new EventStream(() => now);
  const seen: BreakwaterEvent[] = [];
  events.subscribe(['bug', 'redacted'], (event) => seen.push(event));
  events.emit({ type: 'redacted', count: 2 });
  now = 7;
  events.emit({ type: 'call-started', correlationId: 'bw-1', target });
  events.emit({ type: 'bug', correlationId: 'bw-1', cause: 'x' });
  expect(seen).toEqual([
    { seq: 1, atMs: 5, type: 'redacted', count: 2 },
    { seq: 2, atMs: 7, type: 'bug', correlationId: 'bw-1', cause: 'x' },
  ]);
});

it('wants nothing before anybody has subscribed and after everybody has left', () => {
  const events = new EventStream(() => 0);
  expect(events.wants('bug')).toBe(false);
  const leave = events.subscribe(eventTypes, () => {});
  expect(eventTypes.every((type) => events.wants(type))).toBe(true);
  leave();
  expect(events.wants('bug')).toBe(false);
});

it('builds nothing for successes where every listener is after trouble alone', () => {
  const events = new EventStream(() => 0);
  const leave = events.subscribe(['call-ended'], () => {}, { successes: false });
  expect(events.wantsSuccesses).toBe(false);
  events.subscribe(['call-ended'], () => {});
  expect(events.wantsSuccesses).toBe(true);
  leave();
});
