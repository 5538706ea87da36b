import { createFault, Message, type Failure } from '@breakwater/core';
import { describe, expect, it } from 'vitest';
import { openEvents, sendJson, type Behaviour } from './http/testing/fake-http-server.ts';
import { OpenedChannel } from './http/testing/opened-channel.ts';
import { sentences } from './sentences.ts';
import { closeAll, openCommand, openScript, pipeCount } from './stdio/testing/scripted-server.ts';

const aCall = Message.request(1, 'tools/call', { name: 'echo' });
const han = /\p{Script=Han}/u;
/** Two words in a row are a sentence; one alone is a name. */
const english = /[a-z]{2,}[ ,]+[a-z]{2,}/i;

type Sentence = string | ((...names: string[]) => string);

// Sound: what a sentence is made of is put into it as text, numbers too.
const [en, zh] = [sentences.en, sentences.zh] as unknown as Readonly<Record<string, Sentence>>[];
const said = Object.entries(en ?? {}).map(([name, sentence]) => ({
  name,
  inEnglish: filled(sentence),
  inChinese: filled(zh?.[name]),
}));

/** A sentence with something for each of its names. */
function filled(sentence: Sentence | undefined): string {
  return typeof sentence === 'function' ? sentence('files', 'html', '/mcp', 'https') : (sentence ?? '');
}

/** What a host is told of a failure, as its model reads it. */
function told(failure: Failure | undefined): string {
  if (failure === undefined) throw new Error('Nothing has failed.');
  const { message, suggestion = '' } = createFault(failure, { correlationId: 'c', locale: 'zh', safety: 'read' });
  return `${message} ${suggestion}`.trim();
}

it.each(said)('$name is English in one table and Chinese in the other', ({ inEnglish, inChinese }) => {
  expect(inEnglish).not.toMatch(han);
  expect(inChinese).toMatch(han);
  expect(inChinese.replace('HTTP html', '')).not.toMatch(english);
});

describe('a child process', () => {
  it.each([
    ['exits before it speaks', 'process.exit(3)', {}],
    ['exits in a call', `send({ jsonrpc: '2.0', method: 'hello' }); onRequest(() => process.exit(3));`, {}],
    ['sends broken JSON', `onRequest(({ id }) => console.log('{"jsonrpc":"2.0","id":' + id + ',"result":NaN}'))`, {}],
    [
      'mixes its output',
      `onRequest(({ id }) => console.log('log: {"jsonrpc":"2.0","id":' + id + ',"result":{}} !'))`,
      {},
    ],
    ['sends too much', `onRequest(({ id }) => answer(id, 'x'.repeat(300)))`, { maxMessageBytes: 200 }],
  ])('is spoken of in Chinese when it %s', async (_what, script, options) => {
    const pipes = pipeCount();
    const { channel, heard } = openScript(script, { locale: 'zh', ...options });
    channel.send(aCall);
    await heard.until(() => heard.failures.size + heard.closings.length > 0);
    const text = told(heard.failures.get('1') ?? heard.closings[0]);
    expect(text).toMatch(/^服务器/);
    expect(text).not.toMatch(english);
    await closeAll(pipes);
  });

  it('is spoken of in Chinese when it does not start', async () => {
    const pipes = pipeCount();
    const { heard } = openCommand({ command: 'no-such-server', locale: 'zh' });
    await heard.until(() => heard.closings.length > 0);
    expect(told(heard.closings[0])).toBe(
      '服务器“files”无法启动：找不到命令“no-such-server”。 请安装它，或更正配置中的“command”或 PATH。',
    );
    await closeAll(pipes);
  });
});

describe('a remote server', () => {
  it.each<[string, Behaviour]>([
    ['answers 500', (_request, response) => void response.writeHead(500).end('Internal Server Error')],
    ['answers 404', (_request, response) => void response.writeHead(404).end('Not Found')],
    ['sends us elsewhere', (_request, response) => void response.writeHead(307, { location: 'http://b.test/' }).end()],
    ['answers with a page', (_request, response) => void response.end('<html>It works!</html>')],
    ['answers something else', (_request, response) => sendJson(response, { jsonrpc: '2.0', id: 9, result: {} })],
    ['sends a broken event', (_request, response) => void openEvents(response).write('data: {"a":\n\n')],
    ['ends its stream', (_request, response) => void openEvents(response).end(': hi\n\n')],
    ['sends too much', (_request, response) => sendJson(response, { x: 'x'.repeat(300) })],
    ['hangs up', (_request, response) => void response.socket?.destroy()],
  ])('is spoken of in Chinese when it %s', async (_what, behaviour) => {
    await using opened = await OpenedChannel.to(behaviour, { locale: 'zh', maxMessageBytes: 200 });
    opened.call(1);
    await opened.outcome(1);
    expect(told(opened.heard.failures.get('1'))).toMatch(han);
    expect(told(opened.heard.failures.get('1'))).not.toMatch(english);
  });

  it('is spoken of in Chinese when it is away', async () => {
    await using opened = await OpenedChannel.to(() => {}, { locale: 'zh', url: new URL('http://127.0.0.1:1/mcp') });
    opened.call(1);
    await opened.outcome(1);
    expect(told(opened.heard.failures.get('1'))).toMatch(han);
    expect(told(opened.heard.failures.get('1'))).not.toMatch(english);
  });
});
