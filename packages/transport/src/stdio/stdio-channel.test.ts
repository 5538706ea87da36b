import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Message, metaKeys } from '@breakwater/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeAll, openCommand, openScript, pipeCount } from './testing/scripted-server.ts';

let pipesBefore = 0;
beforeEach(() => {
  pipesBefore = pipeCount();
});
afterEach(() => closeAll(pipesBefore));

setFlagsFromString('--expose-gc');
// Sound: the flag above gives new contexts this function.
const collectGarbage = runInNewContext('gc') as () => void;

const call = (id: number, text = 'hello'): Message =>
  Message.request(id, 'tools/call', { name: 'echo', arguments: { text } });

describe('messages', () => {
  it('carries requests and answers, the text as it came', async () => {
    const { channel, heard } = openScript(`
      onRequest(({ id }) => process.stdout.write('{"jsonrpc":"2.0", "id":' + id + ',"result":{"n":12345678901234567890}}\\r\\n'));
    `);
    channel.send(call(1));
    await heard.until(() => heard.messages.length === 1);
    expect(heard.messages[0]?.text).toBe('{"jsonrpc":"2.0", "id":1,"result":{"n":12345678901234567890}}');
    expect(channel.state).toBe('open');
  });

  it('carries a thousand requests sent at once, each whole and in order', async () => {
    const { channel, heard } = openScript(`onRequest(({ id, params }) => answer(id, params.arguments.text));`);
    for (let id = 1; id <= 1_000; id++) channel.send(call(id, 'é'.repeat(id)));
    await heard.until(() => heard.messages.length === 1_000);
    expect(heard.ids).toEqual(Array.from({ length: 1_000 }, (_, at) => String(at + 1)));
    expect(heard.messages[999]?.text).toContain('é'.repeat(1_000));
  });

  it('never damages a character that comes in two pieces', async () => {
    const { channel, heard } = openScript(`
      onRequest(({ id }) => {
        const line = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id, result: { text: '中文😀' } }) + '\\n');
        const cut = line.indexOf(Buffer.from('😀')) + 2;
        process.stdout.write(line.subarray(0, cut));
        setTimeout(() => process.stdout.write(line.subarray(cut)), 30);
      });
    `);
    channel.send(call(1));
    await heard.until(() => heard.messages.length === 1);
    expect(heard.messages[0]?.result).toEqual({ text: '中文😀' });
    expect(heard.messages.map(({ isDamaged }) => isDamaged)).toEqual([false]);
  });

  it('delivers an answer with bytes that are no UTF-8 and says so, but not of a real U+FFFD', async () => {
    const { channel, heard } = openScript(`
      onRequest(({ id }) => {
        const start = '{"jsonrpc":"2.0","id":' + id + ',"result":{"text":"';
        const bytes = id === 1 ? Buffer.from([0xc7, 0xd1, 0xff]) : Buffer.from('\\ufffd');
        process.stdout.write(Buffer.concat([Buffer.from(start), bytes, Buffer.from('"}}\\n')]));
      });
    `);
    channel.send(call(1));
    channel.send(call(2));
    await heard.until(() => heard.messages.length === 2);
    expect(heard.messages[0]?.result).toEqual({ text: '\uFFFD\uFFFD\uFFFD' });
    expect(heard.messages[1]?.result).toEqual({ text: '\uFFFD' });
    expect(heard.messages.map(({ isDamaged }) => isDamaged)).toEqual([true, false]);
  });

  it('takes what a server says before the first message and between messages as noise', async () => {
    const { channel, heard } = openScript(`
      console.log('Server ready v1.2'); console.log(''); console.log('🚀 listening');
      onRequest(({ id }) => {
        console.log("Response headers: {\\n  'x-a': 'b'\\n}\\n    at Object.<anonymous> (/srv/x.js:1:2)");
        console.log('{"a":1}'); console.log('[1,2]'); console.log('[info] done');
        answer(id);
      });
    `);
    channel.send(call(1));
    await heard.until(() => heard.messages.length === 1);
    expect(heard.ids).toEqual(['1']);
    expect(heard.failures.size).toBe(0);
    expect(heard.noiseTexts).toEqual([
      'Server ready v1.2',
      '🚀 listening',
      'Response headers: {',
      "  'x-a': 'b'",
      '}',
      '    at Object.<anonymous> (/srv/x.js:1:2)',
      '{"a":1}',
      '[1,2]',
      '[info] done',
    ]);
  });

  it('is done with a request whose answer names it in another form', async () => {
    const { channel, heard } = openScript(`
      onRequest(({ id }) => {
        if (id !== 1) return;
        for (const form of [id + '.0', '"' + (id + 1) + '"']) console.log('{"jsonrpc":"2.0","id":' + form + ',"result":{}}');
        for (const each of [id, id + 1]) console.log('{"jsonrpc":"2.0","id":' + each + ',"result":[undefined]}');
        answer(9);
      });
    `);
    channel.send(Message.request(2, 'tools/list'));
    channel.send(Message.request(1, 'tools/list'));
    await heard.until(() => heard.ids.includes('9'));
    expect([heard.ids.slice(0, 2), heard.failures.size]).toEqual([['1.0', '"2"'], 0]);
  });

  it('reads a message behind a byte order mark, and a last one without a newline', async () => {
    const { channel, heard } = openScript(`
      onRequest(({ id }) => {
        process.stdout.write('\\ufeff' + JSON.stringify({ jsonrpc: '2.0', id, result: {} }) + '\\n');
        process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id: 2, result: {} }), () => process.exit(0));
      });
    `);
    channel.send(call(1));
    await heard.until(() => heard.closings.length === 1);
    expect(heard.ids).toEqual(['1', '2']);
  });

  it('hands on answers to unknown ids, errors without an id and batches for their owner to judge', async () => {
    const { channel, heard } = openScript(`
      onRequest(({ id }) => {
        answer(99);
        send({ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'no' } });
        send([{ jsonrpc: '2.0', id, result: {} }, { jsonrpc: '2.0', method: 'notifications/message' }]);
      });
    `);
    channel.send(call(1));
    await heard.until(() => heard.messages.length === 3);
    expect(heard.messages.map(({ kind }) => kind)).toEqual(['response', 'response', 'batch']);
  });
});

describe('answers that cannot be read', () => {
  it.each([
    ['NaN', `{"jsonrpc":"2.0","id":1,"result":{"structuredContent":{"mean":NaN}}}`, 'invalid JSON (NaN)'],
    ['NaN, our id in another form', `{"jsonrpc":"2.0","id":"1","result":{"mean":NaN}}`, 'invalid JSON (NaN)'],
    ['-Infinity, the id last', `{"result":{"low":-Infinity},"jsonrpc":"2.0","id":1}`, 'invalid JSON (Infinity)'],
    ['a quote too many, the id last', `{"result":{"text":"a"b"},"jsonrpc":"2.0","id":1}`, 'an invalid message'],
    ['a bracket too few', `{"jsonrpc":"2.0","id":1,"result":{"text":"a"}`, 'an invalid message'],
    [
      'result and error at once',
      `{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":""}}`,
      'an invalid message',
    ],
  ])('fails the request at once for %s', async (_what, line, words) => {
    const { channel, heard } = openScript(`onRequest(() => process.stdout.write(${JSON.stringify(`${line}\n`)}));`);
    channel.send(call(1));
    channel.send(call(2));
    await heard.until(() => heard.failures.has('1'));
    const failure = heard.failures.get('1');
    expect(failure).toMatchObject({ kind: 'upstream_bad_answer', server: 'files' });
    expect(failure?.message).toContain(words);
    expect(heard.failures.has('2')).toBe(false);
  });

  it('fails the request with a hint at its log when the answer stands on one line with it', async () => {
    const { channel, heard } = openScript(`
      onRequest(({ id }) => { process.stdout.write('[info] calling tool '); answer(id); });
    `);
    channel.send(call(1));
    await heard.until(() => heard.failures.size === 1);
    expect(heard.failures.get('1')).toMatchObject({ kind: 'upstream_bad_answer', executed: 'yes' });
    expect(heard.failures.get('1')?.message).toContain('one line with other output');
    expect(heard.noiseTexts[0]).toContain('[info] calling tool {"jsonrpc"');
  });

  it('does no harm to a server that logs its answers and then sends them', async () => {
    const { channel, heard } = openScript(`
      onRequest(({ id }) => { process.stdout.write('debug: sending '); answer(id); setTimeout(answer, 50, id); });
    `);
    channel.send(call(1));
    await heard.until(() => heard.messages.length === 1);
    // Longer than a suspected answer is waited for.
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(heard.failures.size).toBe(0);
  });

  it('does not take a broken request of the server for the answer to one of ours', async () => {
    const { channel, heard } = openScript(`
      onRequest(({ id }) => {
        process.stdout.write('{"method":"sampling/createMessage","params":{"temperature":NaN},"jsonrpc":"2.0","id":1}\\n');
        setTimeout(answer, 50, id);
      });
    `);
    channel.send(call(1));
    await heard.until(() => heard.messages.length === 1);
    expect(heard.failures.size).toBe(0);
    expect(heard.noiseTexts).toHaveLength(1);
  });
});

describe('lines beyond the limit', () => {
  const options = { maxMessageBytes: 1_048_576 };

  it.each([
    [
      'in one write, the id first',
      `'{"jsonrpc":"2.0","id":' + id + ',"result":{"text":"' + 'x'.repeat(3 << 20) + '"}}'`,
    ],
    [
      'in one write, the id last',
      `'{"result":{"text":"' + 'x'.repeat(3 << 20) + '"},"jsonrpc":"2.0","id":' + id + '}'`,
    ],
  ])('fail their own call alone: %s', async (_what, line) => {
    const script = `onRequest(({ id }) => { if (id === 1) process.stdout.write(${line} + '\\n'); else answer(id); });`;
    const { channel, heard } = openScript(script, options);
    channel.send(call(1));
    channel.send(call(2));
    await heard.until(() => heard.messages.length === 1);
    expect(heard.ids).toEqual(['2']);
    expect(heard.failures.get('1')).toMatchObject({ kind: 'message_too_large', executed: 'yes', limit: 1_048_576 });
    expect(heard.failures.get('1')?.message).toMatch(/too large: 3\.0 MiB, and the limit is 1 MiB\.$/);
  });

  it('fail their call in bounded time and memory when they never end', async () => {
    const { channel, heard } = openScript(
      `onRequest(({ id }) => {
        process.stdout.write('{"jsonrpc":"2.0","id":' + id + ',"result":{"text":"');
        const more = () => process.stdout.write('y'.repeat(65536), () => setImmediate(more));
        more();
      });`,
      { ...options, closeWaitMs: 50 },
    );
    collectGarbage();
    const before = process.memoryUsage().arrayBuffers;
    channel.send(call(1));
    await heard.until(() => heard.failures.size === 1);
    expect(heard.failures.get('1')?.message).toMatch(/more than .* MiB so far, and the limit is 1 MiB\.$/);
    collectGarbage();
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 << 20);
  });

  it('have the same outcome below the limit however they are cut', async () => {
    const { channel, heard } = openScript(`
      onRequest(({ id }) => {
        const line = JSON.stringify({ jsonrpc: '2.0', id, result: { text: 'x'.repeat(5 << 20) } }) + '\\n';
        if (id === 1) process.stdout.write(line);
        else for (let at = 0; at < line.length; at += 4096) process.stdout.write(line.slice(at, at + 4096));
      });
    `);
    channel.send(call(1));
    channel.send(call(2));
    await heard.until(() => heard.messages.length === 2);
    expect(heard.messages[0]?.text.length).toBeGreaterThan(5 << 20);
    expect(heard.messages[0]?.text).toBe(heard.messages[1]?.withId('1').text);
  });
});

describe('stderr', () => {
  it('is drained, bounded, and handed on by lines', async () => {
    const lines: string[] = [];
    const { channel, heard } = openScript(
      `onRequest(({ id }) => {
        for (let n = 0; n < 1024; n++) process.stderr.write('line ' + n + ' ' + 'e'.repeat(116) + '\\n');
        process.stderr.write('x'.repeat(128 * 1024));
        process.stderr.write('\\nlast words\\n', () => answer(id));
      });`,
      { onStderr: (text) => lines.push(...text.trimEnd().split('\n')) },
    );
    const sentAt = performance.now();
    channel.send(call(1));
    await heard.until(() => heard.messages.length === 1 && lines.at(-1) === 'last words');
    expect(performance.now() - sentAt).toBeLessThan(2_000);
    expect(lines).toHaveLength(1_026);
    expect(lines[1_024]).toMatch(/^x{4094}… \(131072 bytes without a newline\)$/);
    expect(channel.stderrTail()).toBe('last words\n');
    expect(heard.signsOfLife).toBeGreaterThan(0);
  });
});

describe('cancelling', () => {
  it('tells the server, but never of the `initialize` that opens the session', async () => {
    const { channel, heard } = openScript(`onRequest((message, line) => console.log('got ' + line));`);
    channel.send(Message.request(1, 'initialize', {}));
    channel.send(call(2));
    channel.send(Message.request(3, 'initialize', { _meta: { [metaKeys.protocolVersion]: '2026-07-28' } }));
    await heard.until(() => heard.noiseTexts.length === 3);
    channel.cancel('1');
    channel.cancel('2');
    channel.cancel('2');
    channel.cancel('3');
    channel.send(Message.notification('notifications/end'));
    await heard.until(() => heard.noiseTexts.some((text) => text.includes('notifications/end')));
    const cancels = heard.noiseTexts.filter((text) => text.includes('notifications/cancelled'));
    expect(cancels).toEqual(
      [2, 3].map((id) => `got {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${id}}}`),
    );
  });

  it('takes back what was not sent yet without a word', async () => {
    const { channel, heard } = openScript(
      `setTimeout(() => onRequest(({ id, method }) => console.log('got ' + (id ?? method))), 300);`,
    );
    // Fills the pipe of a server that doesn't read yet.
    channel.send(call(1, 'x'.repeat(1 << 20)));
    channel.send(call(2));
    channel.send(call(3));
    channel.cancel('2');
    await heard.until(() => heard.noiseTexts.includes('got 3'));
    expect(heard.noiseTexts).toEqual(['got 1', 'got 3']);
  });
});

it('refuses a limit that cannot be meant', () => {
  expect(() => openCommand({ command: 'none', maxMessageBytes: 0 })).toThrow(
    /Expected `maxMessageBytes` to be an integer/,
  );
});
