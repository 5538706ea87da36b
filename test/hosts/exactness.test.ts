import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at, Journal, modernMeta, RawStdioHost, until, type Kit } from '../kit/index.ts';
import { useKitThroughout } from './kept-kit.ts';
import { answerText, openDirect, openThrough, textsOf, type RawHost } from './raw-ways.ts';
import { doors } from './ways.ts';

/** Numbers that JavaScript can't hold or would write otherwise, and a text that can be written in several ways. */
const digits = String.raw`"big":9007199254740993,"e":1e400,"f":0.10,"z":-0,"x":1.0,"d":1E+2,"u":"\u00fc\/"`;
const bigContent = '{"id":9007199254740993,"e":1e400,"f":0.1,"z":-0,"x":1.0,"d":1E+2}';

const upstreams = ['stdio', 'http'] as const;

describe.each(doors)('through %s', (door) => {
  const named = (name: string): string => (door === '/mcp' ? `fake__${name}` : name);

  describe.each(upstreams)('to a server on %s', (over) => {
    // One gateway for each of two servers: every test looks at messages that only itself has caused.
    const kit = useKitThroughout();
    let exact: RawHost;
    let vendor: RawHost;
    let exactJournal: Journal;
    let vendorJournal: Journal;
    let vendorProcess: RawStdioHost | undefined;

    beforeAll(async () => {
      const fake = await kit.fake('exact', { over });
      exactJournal = fake.journal;
      exact = await openThrough(kit, door, 'fake', fake.server);
      vendorJournal = new Journal(join(kit.place.directory, 'vendor.journal'));
      const args = [fileURLToPath(new URL('vendor.ts', import.meta.url)), '--journal', vendorJournal.path];
      let server: Parameters<typeof openThrough>[3] = { command: process.execPath, args };
      if (over === 'http') {
        const started = kit.openStdio({ command: process.execPath, args: [...args, '--http'] });
        vendorProcess = started;
        server = { url: await until('its URL', () => started.texts[0]) };
      }
      vendor = await openThrough(kit, door, 'fake', server);
    });

    // It doesn't end with its stdin, as a server on HTTP shouldn't.
    afterAll(() => vendorProcess?.kill('SIGKILL'));

    it('a result arrives digit for digit', async () => {
      await exact.request('tools/call', { name: named('big'), arguments: {} }, { id: 20 });

      expect(answerText(exact, 20)).toBe(
        `{"jsonrpc":"2.0","id":20,"result":{"content":[{"type":"text","text":"numbers"}],"structuredContent":${bigContent}}}`,
      );
    });

    it('a call reaches the server digit for digit, with every member that the host has sent', async () => {
      sendText(exact, unusualCall('"a call"', named('received')));
      const answer = await exact.inbox.answerTo('a call');

      const received = String(at(answer, 'result', 'content', 0, 'text'));
      expect(received.replace(/"id":\d+/, '"id":7')).toBe(unusualCall('7', 'received'));
    });

    it('an id and a progress token come back as they were written', async () => {
      const ids = ['9007199254740993', String.raw`"a\u0062"`, '"70"', '70'];
      const tokens = ['9007199254740995', String.raw`"c\u0064"`, '80', '"80"'];
      for (const [n, id] of ids.entries()) {
        const meta = `"_meta":{"progressToken":${tokens[n]}}`;
        sendText(
          vendor,
          `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"${named('step')}",${meta}}}`,
        );
      }
      await until('the answers', () => countOf(vendor, '"stepped"') === ids.length);

      expect(ids.map((id) => countOf(vendor, `"id":${id},"result"`))).toEqual([1, 1, 1, 1]);
      expect(tokens.map((token) => countOf(vendor, `"progressToken":${token},`))).toEqual([1, 1, 1, 1]);
    });

    it('JSON that is written over several lines arrives', async () => {
      const call = {
        jsonrpc: '2.0',
        id: 40,
        method: 'tools/call',
        params: { name: named('pretty'), arguments: { a: 1 } },
      };
      // On stdio a line is a message, so there only HTTP can carry this.
      sendText(vendor, JSON.stringify(call, null, vendor instanceof RawStdioHost ? 0 : 2));

      expect(await vendor.inbox.answerTo(40)).toMatchObject({
        result: { content: [{ text: 'pretty' }], x: [{ y: 'a  b' }] },
      });
    });

    it('definitions and content that no schema knows arrive whole', async () => {
      const direct = await openDirect(kit, (await kit.fake('exact')).server);
      for (const host of [direct, exact]) await host.request('tools/list', {}, { id: 50 });
      await direct.request('tools/call', { name: 'hologram', arguments: {} }, { id: 51 });
      await exact.request('tools/call', { name: named('hologram'), arguments: {} }, { id: 51 });

      const definition = /\{"name":"hologram".*(?=\])/.exec(answerText(direct, 50))?.[0] ?? 'none';
      expect(answerText(exact, 50)).toContain(definition.replace('"name":"hologram"', `"name":"${named('hologram')}"`));
      expect(answerText(exact, 51)).toBe(answerText(direct, 51));
    });

    it('a method that nobody knows reaches the server, and its result the host', async () => {
      sendText(exact, `{"jsonrpc":"2.0","id":60,"method":"vendor/method","params":{${digits}}}`);
      await exact.inbox.answerTo(60);

      expect(answerText(exact, 60)).toBe('{"jsonrpc":"2.0","id":60,"result":{"n":12345678901234567890}}');
      expect(exactJournal.received('vendor/method').map(withoutId)).toEqual([
        `{"jsonrpc":"2.0","method":"vendor/method","params":{${digits}}}`,
      ]);
    });

    it('a notification that nobody knows reaches the server', async () => {
      const text = `{"jsonrpc":"2.0","method":"notifications/vendor","params":{${digits}},"x-envelope":0.10}`;
      sendText(exact, text);

      await until('the notification', () => exactJournal.received('notifications/vendor').length > 0);
      expect(exactJournal.received('notifications/vendor')).toEqual([text]);
    });

    it('a question that nobody knows reaches the host, and its answer the server', async () => {
      const result = vendor.callTool(named('ask'));
      const question = await vendor.inbox.waitFor('the question', ({ method }) => method === 'vendor/question');
      sendText(vendor, `{"jsonrpc":"2.0","id":${JSON.stringify(question.id)},"result":{${digits}},"x-envelope":0.10}`);
      await result;

      expect(textOf(vendor, 'vendor/question')).toContain('"params":{"n":12345678901234567890,"x-extra":0.10}');
      const answers = vendorJournal.entries('received').map(({ text }) => withoutId(String(text)));
      expect(answers).toContain(`{"jsonrpc":"2.0","result":{${digits}},"x-envelope":0.10}`);
    });

    it('a notification that nobody knows reaches the host', async () => {
      await vendor.callTool(named('tell'));
      await vendor.inbox.waitFor('the notification', ({ method }) => method === 'notifications/vendor');

      expect(textOf(vendor, 'notifications/vendor')).toContain('"params":{"n":12345678901234567890,"x-extra":0.10}');
    });
  });

  describe.each(upstreams)('on the modern wire, to a server on %s', (over) => {
    const kit = useKitThroughout();

    it('calls, results and methods that nobody knows pass digit for digit', async () => {
      const { server, journal } = await kit.fake('exact', { over, modern: true });
      const host = await openModern(kit, door, server);
      const meta = JSON.stringify(modernMeta());
      const call = `"params":{"name":"${named('big')}","arguments":{${digits}},"_meta":${meta}}`;
      sendText(host, `{"jsonrpc":"2.0","id":1,"method":"tools/call",${call}}`);
      await host.inbox.answerTo(1);
      sendText(host, `{"jsonrpc":"2.0","id":2,"method":"vendor/method","params":{${digits},"_meta":${meta}}}`);
      await host.inbox.answerTo(2);

      expect(answerText(host, 1)).toContain(`"structuredContent":${bigContent}`);
      expect(answerText(host, 2)).toBe('{"jsonrpc":"2.0","id":2,"result":{"n":12345678901234567890}}');
      expect(journal.received('tools/call')[0]).toContain(`"arguments":{${digits}}`);
      expect(journal.received('vendor/method')[0]).toContain(`"params":{${digits},`);
    });
  });
});

async function openModern(
  kit: Kit,
  door: (typeof doors)[number],
  server: Parameters<typeof openThrough>[3],
): Promise<RawHost> {
  if (door === 'run') return kit.runGateway('url' in server ? { command: server.url, args: [] } : { ...server });
  const gateway = await kit.startGateway({ mcpServers: { fake: server } });
  return kit.openHttp(gateway.endpoint(door === '/mcp' ? undefined : 'fake'), { era: 'modern' });
}

/** A call in a form that no SDK would write. */
function unusualCall(id: string, name: string): string {
  return (
    `{"jsonrpc":"2.0", "id":${id},"method":"tools/call","params":{"x-param":[null,{"deep":1.0}],"name":"${name}",` +
    `"arguments":{${digits}},"_meta":{"com.example/x":1.10}},"x-envelope":0.10}`
  );
}

/** Sends a message as it is. */
function sendText(host: RawHost, text: string): void {
  if (host instanceof RawStdioHost) host.sendLine(text);
  else host.post(text);
}

/** The message with this method that the host has got, as text. */
function textOf(host: RawHost, method: string): string {
  return textsOf(host).find((text) => text.includes(`"method":"${method}"`)) ?? '';
}

/** How many messages that the host has got hold this text. */
function countOf(host: RawHost, part: string): number {
  return textsOf(host).filter((text) => text.includes(part)).length;
}

function withoutId(text: string): string {
  return text.replace(/"id":\d+,/, '');
}
