import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  at,
  textOf,
  until,
  useKit,
  type Journal,
  type JsonRpc,
  type RawHttpHost,
  type RawStdioHost,
} from '../kit/index.ts';
import { openDoor, type DoorKind } from './doors.ts';

const listChanged = 'notifications/tools/list_changed';

describe('C86', () => {
  const kit = useKit();

  it.each(
    (['run', 'serve', 'http'] as const).flatMap((kind) => ['changes', 'quiet'].map((words) => [words, kind] as const)),
  )('C86 what is added, removed or changed is heard and holds at once (%s, %s)', async (words, kind) => {
    const { host } = await open(kind, words);
    await host.request('tools/list');

    expect(await change(host, 'add')).toBe(1);
    expect(namesOf(await host.request('tools/list'))).toEqual(['hello', 'change', 'added']);

    expect(await change(host, 'schema')).toBe(2);
    // The host has not read the list again; the new schema is what explains.
    const refused = await host.callTool('hello');
    expect(at(refused, 'result', '_meta', 'dev.breakwater/fault')).toMatchObject({
      kind: 'param_missing',
      field: 'name',
    });

    expect(await change(host, 'remove')).toBe(3);
    const gone = await host.callTool('hello', { name: 'x' });
    expect(gone.error).toMatchObject({ code: -32_602, data: { kind: 'unknown_tool' } });
  });

  it.each(['run', 'http'] as const)('C86 a burst is one notification and one reading (%s)', async (kind) => {
    const { host, journal } = await open(kind, 'changes');
    await host.request('tools/list');
    const before = journal.received('tools/list').length;

    expect(await change(host, 'burst')).toBe(1);
    expect(journal.received('tools/list').length - before).toBe(1);
    expect(namesOf(await host.request('tools/list'))).toContain('burst_10');
  });

  it.each(['run', 'http'] as const)('C86 a change during a call is heard before the call ends (%s)', async (kind) => {
    const { host } = await open(kind, 'changes');
    await host.request('tools/list');
    const call = host.callTool('change', { how: 'during' });
    await host.inbox.waitFor('the notification', ({ method }) => method === listChanged);
    expect(host.received.filter((message) => textOf(message) === 'changed')).toEqual([]);
    expect(textOf(await call)).toBe('changed');
    expect(namesOf(await host.request('tools/list'))).toContain('added');
  });

  it.each(['run', 'serve'] as const)('C86 after a restart the list is read and compared (%s)', async (kind) => {
    const { host, journal } = await open(kind, 'changes');
    await host.request('tools/list');
    await change(host, 'add');

    // The new process starts with the list of the first: one tool less.
    await replaceProcess(journal);
    await until('another notification', () => host.inbox.notifications(listChanged).length === 2);
    const gone = await host.callTool('added');
    expect(gone.error).toMatchObject({ code: -32_602, data: { kind: 'unknown_tool' } });

    // This time it starts with the very list that it had.
    await replaceProcess(journal);
    expect(textOf(await host.callTool('hello'))).toBe('hello');
    await burstIsOver();
    expect(host.inbox.notifications(listChanged)).toHaveLength(2);
  });

  it('C86 what changes while nobody can be told is heard of when the stream is back', async () => {
    const { host, journal } = await open('http', 'changes');
    await host.request('tools/list');
    await until('the stream', () => journal.entries('http').some(({ method }) => method === 'GET'));
    expect(await change(host, 'unheard')).toBe(1);
    expect(namesOf(await host.request('tools/list'))).toContain('added');
  });

  it('C86 a tool that goes without a word is known to be gone when it is called', async () => {
    const { host } = await open('run', 'silent');
    await host.request('tools/list');
    await host.callTool('change', { how: 'remove' });
    const gone = await host.callTool('hello');
    expect(gone.error).toMatchObject({ code: -32_602, data: { kind: 'unknown_tool' } });
    expect(host.inbox.notifications(listChanged)).toEqual([]);

    await host.callTool('change', { how: 'add' });
    expect(textOf(await host.callTool('added'))).toBe('added');
  });

  async function open(kind: DoorKind, words: string) {
    const door = await openDoor(kit, kind, 'lists', { words: [words] });
    await door.host.initialize();
    // Where a host listens for what belongs to no call.
    if ('get' in door.host) await door.host.get().opened();
    return door;
  }
});

/** Has the server change its list; how many notifications the host has got once they have all come. */
async function change(host: RawStdioHost | RawHttpHost, how: string): Promise<number> {
  const before = host.inbox.notifications(listChanged).length;
  await host.callTool('change', { how });
  await until('a notification', () => host.inbox.notifications(listChanged).length > before);
  await burstIsOver();
  return host.inbox.notifications(listChanged).length;
}

/** Another notification would come within the time of a burst; nothing else says that there is none. */
function burstIsOver(): Promise<void> {
  return sleep(300);
}

function namesOf(list: JsonRpc): readonly unknown[] {
  const tools = at(list, 'result', 'tools');
  return Array.isArray(tools) ? tools.map((tool) => at(tool, 'name')) : [];
}

/** Kills the process of the server, and waits for the next one. */
async function replaceProcess(journal: Journal): Promise<void> {
  const started = journal.entries('started');
  process.kill(started.at(-1)?.pid ?? Number.NaN, 'SIGKILL');
  await until('another process', () => journal.count('started') > started.length);
}
