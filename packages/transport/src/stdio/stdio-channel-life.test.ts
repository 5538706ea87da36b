import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { Message, type Failure } from '@breakwater/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isGroupAlive } from './process-group.ts';
import { closeAll, openCommand, openScript, pipeCount, type Heard } from './testing/scripted-server.ts';

let pipesBefore = 0;
beforeEach(() => {
  pipesBefore = pipeCount();
});
afterEach(() => closeAll(pipesBefore));

const call = (id: number, text = 'hello'): Message =>
  Message.request(id, 'tools/call', { name: 'echo', arguments: { text } });

async function closing(heard: Heard): Promise<Failure | undefined> {
  await heard.until(() => heard.closings.length > 0);
  return heard.closings[0];
}

describe('a child that cannot be started', () => {
  it('is known not to have run, and the failure names the command without its directory', async () => {
    const { channel, heard } = openCommand({ command: '/opt/secret-place/no-such-server' });
    channel.send(call(1));
    expect(heard.closings).toEqual([]);
    expect(channel.state).toBe('opening');
    expect(await closing(heard)).toMatchObject({
      kind: 'server_not_running',
      executed: 'no',
      failFast: true,
      message: 'The server "files" could not be started: the command "no-such-server" was not found.',
      suggestion: 'Install it, or correct "command" or PATH in the configuration.',
    });
    expect(channel.state).toBe('closed');
    expect(channel.processId).toBeUndefined();
    channel.send(call(2));
    channel.cancel('1');
    channel.killNow();
  });

  it('may lack the right to be executed', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'stdio-'));
    const file = join(directory, 'server.sh');
    writeFileSync(file, '#!/bin/sh\n');
    chmodSync(file, 0o600);
    const { heard } = openCommand({ command: file });
    expect((await closing(heard))?.message).toContain('"server.sh" may not be executed');
    rmSync(directory, { recursive: true });
  });

  it('may be a whole command line in one word, of which nothing but the program is shown', async () => {
    const { heard } = openCommand({ command: '/opt/secret-place/no-such-server --token abc /srv/data' });
    expect(await closing(heard)).toMatchObject({
      message:
        'The server "files" could not be started: "no-such-server …" as a whole is no command that was found; arguments belong in "args".',
      suggestion: 'Leave "no-such-server" in "command", and write each of its arguments into "args".',
    });
  });

  it.each(['by its path', 'in PATH'])('may be a script whose interpreter is missing (%s)', async (how) => {
    const directory = mkdtempSync(join(tmpdir(), 'stdio-'));
    const file = join(directory, 'my server');
    writeFileSync(file, '#!/no/such/python\n', { mode: 0o700 });
    const { heard } = openCommand(
      how === 'in PATH' ? { command: 'my server', env: { PATH: `/none:${directory}` } } : { command: file },
    );
    expect(await closing(heard)).toMatchObject({
      message:
        'The server "files" could not be started: the interpreter that the first line of "my server" names was not found.',
    });
    rmSync(directory, { recursive: true });
  });

  it.each(['/no/such/directory', '/dev/null'])('may have no working directory: %s', async (cwd) => {
    const { heard } = openScript('', { cwd });
    expect(await closing(heard)).toMatchObject({
      executed: 'no',
      message: 'The server "files" could not be started: its working directory does not exist.',
    });
  });

  it('may have arguments that no system takes', async () => {
    const { heard } = openCommand({ command: process.execPath, args: ['a\0b'] });
    expect(await closing(heard)).toMatchObject({ kind: 'server_not_running', executed: 'no' });
  });
});

describe('a child that ends', () => {
  it('before it said anything counts as not running, with its exit code and the tail of its stderr at hand', async () => {
    const { channel, heard } = openScript(`console.error('no TOKEN set'); process.exit(3);`);
    expect(await closing(heard)).toMatchObject({
      kind: 'server_not_running',
      message: 'The server "files" ended before it said anything (exit code 3).',
    });
    expect(channel.stderrTail()).toBe('no TOKEN set\n');
    // What the child said is handed on apart, for the owner to redact; no sentence of ours repeats it.
    const [end] = heard.closings;
    expect(end?.lastWords).toBe('no TOKEN set\n');
    expect(JSON.stringify({ ...end, lastWords: undefined })).not.toContain('TOKEN');
  });

  it('after its answers has crashed, and all it had said is delivered first', async () => {
    const { channel, heard } = openScript(`
      onRequest(({ id }) => { answer(id); if (id === 2) { answer(3); process.exit(9); } });
    `);
    for (const id of [1, 2, 3, 4]) channel.send(call(id));
    expect(await closing(heard)).toMatchObject({
      kind: 'server_crashed',
      executed: 'unknown',
      message: 'The server "files" has ended (exit code 9).',
    });
    expect(heard.ids).toEqual(['1', '2', '3']);
    expect(heard.closings).toHaveLength(1);
  });

  it('still has in its pipes what comes in a moment later', async () => {
    const line = JSON.stringify({ jsonrpc: '2.0', id: 1, result: {} });
    const { channel, heard } = openCommand({
      command: 'sh',
      args: ['-c', '(sleep 0.1; echo "$0"; echo last >&2) & read line; exit 4', line],
    });
    channel.send(call(1));
    expect(await closing(heard)).toMatchObject({ kind: 'server_crashed' });
    expect(heard.ids).toEqual(['1']);
    expect(channel.stderrTail()).toBe('last\n');
  });

  it('by a signal is told with the signal', async () => {
    const { channel, heard } = openScript(
      `onRequest(({ id }) => { answer(id); process.kill(process.pid, 'SIGSEGV'); });`,
    );
    channel.send(call(1));
    expect(await closing(heard)).toMatchObject({ message: 'The server "files" has ended (signal SIGSEGV).' });
  });

  it('in the middle of an answer has crashed, whatever the piece of it looks like', async () => {
    const { channel, heard } = openScript(`
      onRequest(({ id }) => { answer(0); process.stdout.write('{"jsonrpc":"2.0","id":1,"result":{"te', () => process.exit(1)); });
    `);
    channel.send(call(1));
    expect(await closing(heard)).toMatchObject({ kind: 'server_crashed' });
    expect(heard.failures.size).toBe(0);
    expect(heard.noiseTexts).toEqual(['{"jsonrpc":"2.0","id":1,"result":{"te']);
  });

  it('takes what it has started along', async () => {
    const { channel, heard } = openScript(`
      const { spawn } = require('node:child_process');
      const helper = spawn('sleep', ['60'], { stdio: 'inherit' });
      onRequest(({ id }) => { answer(id, String(helper.pid)); setImmediate(() => process.exit(0)); });
    `);
    channel.send(call(1));
    await closing(heard);
    await channel.close();
    expect(isGroupAlive(channel.processId ?? 0)).toBe(false);
  });

  it('leaves requests that never reached it as known not to have run', async () => {
    const { channel, heard } = openScript(`
      onRequest(({ id }) => { answer(id); setTimeout(() => process.exit(1), 100); process.stdin.pause(); });
    `);
    channel.send(call(1));
    await heard.until(() => heard.messages.length === 1);
    channel.send(call(2, 'x'.repeat(1 << 20)));
    channel.send(call(3));
    channel.send(Message.notification('notifications/other'));
    expect(await closing(heard)).toMatchObject({ kind: 'server_crashed', executed: 'unknown' });
    expect([...heard.failures].map(([id, { executed }]) => [id, executed])).toEqual([
      ['2', 'no'],
      ['3', 'no'],
    ]);
  });
});

describe('a child that closes a pipe', () => {
  it('of its input is dead for us, and no write brings the process down', async () => {
    const { channel, heard } = openScript(
      `onRequest(({ id }) => { require('node:fs').closeSync(0); answer(id); setInterval(() => {}, 1000); });`,
      { closeWaitMs: 50 },
    );
    channel.send(Message.request(1, 'initialize', {}));
    await heard.until(() => heard.messages.length === 1);
    channel.send(call(2, 'x'.repeat(70_000)));
    channel.send(call(3));
    expect(await closing(heard)).toMatchObject({ kind: 'connection_lost' });
    expect([...heard.failures].map(([id, { executed }]) => [id, executed])).toEqual([
      ['2', 'no'],
      ['3', 'no'],
    ]);
  });

  it('of its output is dead for us, and is ended', async () => {
    const { channel, heard } = openScript(
      `onRequest(({ id }) => { answer(id); require('node:fs').closeSync(1); setInterval(() => {}, 1000); });`,
      { closeWaitMs: 50 },
    );
    channel.send(call(1));
    expect(await closing(heard)).toMatchObject({ kind: 'connection_lost', executed: 'unknown' });
    await channel.close();
    expect(isGroupAlive(channel.processId ?? 0)).toBe(false);
  });

  it('of its output may still read on: what is on its way to it may run, what waits behind that may not', async () => {
    const { channel, heard } = openScript(
      `process.on('SIGUSR2', () => require('node:fs').closeSync(1));
      setInterval(() => {}, 1000);
      onRequest(({ id }) => { process.stdin.pause(); answer(id); });`,
      { closeWaitMs: 50 },
    );
    channel.send(call(1));
    await heard.until(() => heard.messages.length === 1);
    channel.send(call(2, 'x'.repeat(1 << 20)));
    await turn();
    channel.send(call(3));
    process.kill(channel.processId ?? 0, 'SIGUSR2');
    expect(await closing(heard)).toMatchObject({ kind: 'connection_lost', executed: 'unknown' });
    expect([...heard.failures].map(([id, { executed }]) => [id, executed])).toEqual([['3', 'no']]);
  });

  it('by exiting between its answer and our next message hurts nobody else', async () => {
    const other = openScript(`onRequest(({ id }) => answer(id));`);
    const { channel, heard } = openScript(`onRequest(({ id }) => { answer(id); process.exit(0); });`);
    channel.send(Message.request(1, 'initialize', {}));
    await heard.until(() => heard.messages.length === 1);
    for (let n = 0; n < 50; n++) channel.send(Message.notification('notifications/initialized'));
    await closing(heard);
    other.channel.send(call(1));
    await other.heard.until(() => other.heard.messages.length === 1);
    expect(heard.closings).toHaveLength(1);
  });
});

describe('closing', () => {
  it('lets a server end by itself, takes its last words, and reports once', async () => {
    const { channel, heard } = openScript(`
      onRequest(({ id }) => answer(id));
      process.stdin.on('end', () => setTimeout(answer, 50, 7));
    `);
    channel.send(call(1));
    await heard.until(() => heard.messages.length === 1);
    await Promise.all([channel.close(), channel.close()]);
    expect(heard.ids).toEqual(['1', '7']);
    expect(heard.closings).toMatchObject([{ kind: 'server_not_running', message: 'The server "files" was stopped.' }]);
    expect(channel.state).toBe('closed');
  });

  it('goes from end of input over SIGTERM to SIGKILL, for the wrapper and what it wraps', async () => {
    const stubborn = `process.on('SIGTERM', () => console.log('no')); setInterval(() => {}, 1000); console.log('up');`;
    const { channel, heard } = openCommand({
      command: 'sh',
      args: ['-c', 'trap "" TERM; "$0" -e "$1"; true', process.execPath, stubborn],
      closeWaitMs: 100,
      terminateWaitMs: 200,
    });
    await heard.until(() => heard.noiseTexts.includes('up'));
    await channel.close();
    expect(heard.noiseTexts).toEqual(['up', 'no']);
    expect(isGroupAlive(channel.processId ?? 0)).toBe(false);
  });

  it('is over soon where it is hurried, and SIGTERM comes once', async () => {
    const { channel, heard } = openScript(
      `process.on('SIGTERM', () => console.log('no')); setInterval(() => {}, 1000); console.log('up');`,
      { closeWaitMs: 50, terminateWaitMs: 600_000 },
    );
    await heard.until(() => heard.noiseTexts.includes('up'));
    const closed = channel.close();
    await heard.until(() => heard.noiseTexts.includes('no'));
    channel.hurry();
    await closed;
    expect(heard.noiseTexts).toEqual(['up', 'no']);
    channel.hurry();
  });

  it('ends a child that is stopped', async () => {
    const { channel, heard } = openScript(`console.log('up'); onRequest(() => {});`, {
      closeWaitMs: 50,
      terminateWaitMs: 50,
    });
    await heard.until(() => heard.noiseTexts.length === 1);
    process.kill(channel.processId ?? 0, 'SIGSTOP');
    await channel.close();
    expect(isGroupAlive(channel.processId ?? 0)).toBe(false);
  });

  it('ends what a child has left running behind itself', async () => {
    const { channel, heard } = openCommand({
      command: 'sh',
      args: ['-c', `trap '' TERM; sleep 60 & echo up; read line`],
      terminateWaitMs: 100,
    });
    await heard.until(() => heard.noiseTexts.length === 1);
    await channel.close();
    expect(isGroupAlive(channel.processId ?? 0)).toBe(false);
  });

  it('can be done at once, before the own process ends', async () => {
    const { channel, heard } = openCommand({ command: 'sh', args: ['-c', 'sleep 60 & echo up; sleep 60'] });
    await heard.until(() => heard.noiseTexts.length === 1);
    channel.killNow();
    expect((await closing(heard))?.message).toContain('signal SIGKILL');
    // The system ends the others of the group when it comes to them.
    await expect.poll(() => isGroupAlive(channel.processId ?? 0)).toBe(false);
  });

  it('fails requests that still wait to be written as not run', async () => {
    const { channel, heard } = openScript(`console.log('up'); setInterval(() => {}, 1000);`, { closeWaitMs: 50 });
    await heard.until(() => heard.noiseTexts.length === 1);
    channel.send(call(1, 'x'.repeat(1 << 20)));
    channel.send(call(2));
    await channel.close();
    expect(heard.failures.get('2')).toMatchObject({ kind: 'server_not_running', executed: 'no' });
    expect(heard.closings).toHaveLength(1);
  });
});

it('refuses further requests of a child that reads nothing, and gives it up in the end', async () => {
  const { channel, heard } = openScript(`console.log('up'); setInterval(() => {}, 1000);`, { closeWaitMs: 50 });
  const large = 'x'.repeat(40 << 20);
  for (let id = 1; id <= 4; id++) channel.send(call(id, large));
  expect(heard.failures.get('4')).toMatchObject({ kind: 'overloaded', executed: 'no' });
  for (let n = 0; n < 2; n++) channel.send(Message.notification('notifications/large', { large }));
  expect(await closing(heard)).toMatchObject({ kind: 'connection_lost' });
});
