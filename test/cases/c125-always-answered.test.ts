import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { at, useKit, type Json, type Kit, type RawHttpHost, type RawStdioHost } from '../kit/index.ts';

const variants = [
  '500',
  '502',
  '401',
  '403',
  'reset',
  'html',
  'not-json',
  'empty',
  'null',
  'stream-empty',
  'redirect',
  'no-type',
];
const methods: readonly (readonly [string, Json])[] = [
  ['tools/call', { name: 'hello', arguments: {} }],
  ['tools/list', {}],
  ['prompts/get', { name: 'x' }],
  ['resources/read', { uri: 'file:///x' }],
  ['completion/complete', { ref: { type: 'ref/prompt', name: 'x' }, argument: { name: 'a', value: 'b' } }],
  ['logging/setLevel', { level: 'info' }],
  ['vendor/anything', {}],
];

describe('C125', () => {
  const kit = useKit();

  it.each(variants.flatMap((variant) => (['serve', 'run'] as const).map((kind) => [variant, kind] as const)))(
    'C125 a request whose POST fails is answered once and soon, whatever it is (%s, %s)',
    async (variant, kind) => {
      const hit = methods.map(([method]) => method);
      const { server } = await kit.fake('broken-http', { over: 'http', words: [variant, ...hit] });
      const host = await open(kit, kind, server);
      await host.initialize();
      const problems: string[] = [];
      for (const [index, [method, params]] of methods.entries())
        problems.push(...(await problemsOf(host, 11 + index, method, params)));
      expect(problems).toEqual([]);
      expect(JSON.stringify(host.received)).not.toMatch(/10\.1\.2\.3|<html|Bad gateway at/);
    },
  );

  // A 404 ends the session. One that ends before it has been of any use is opened anew with growing pauses, which is another
  // case (C52), so here each method has a server that is well otherwise.
  it.each(
    ['tools/call', 'resources/read', 'vendor/anything'].flatMap((method) =>
      (['serve', 'run'] as const).map((kind) => [method, kind] as const),
    ),
  )(
    'C125 a request that a server does not know the session of, time and again, is answered (%s, %s)',
    async (method, kind) => {
      const { server } = await kit.fake('broken-http', { over: 'http', words: ['404', method] });
      const host = await open(kit, kind, server);
      await host.initialize();
      await host.request('tools/list');
      expect(await problemsOf(host, 11, method, Object.fromEntries(methods)[method] ?? {})).toEqual([]);
    },
  );

  it.each(['serve', 'run'] as const)('C125 an opening that meets no TLS is answered too (%s)', async (kind) => {
    const { server } = await kit.fake('broken-http', { over: 'http' });
    const host = await open(kit, kind, { url: server.url.replace('http:', 'https:') });
    // The start of the gateway itself is in this time.
    const answer = await host.initialize({ timeoutMs: 5_000 });
    expect(answer.error).toBeDefined();
    expect(String(answer.error?.message)).toContain('far');
    expect(String(answer.error?.message)).not.toMatch(/127\.0\.0\.1|SSL routines|EPROTO/);
  });
});

async function open(
  kit: Kit,
  kind: 'serve' | 'run',
  server: { readonly url: string },
): Promise<RawStdioHost | RawHttpHost> {
  // A read is tried again, and each try is a failure of its own; here the first one counts.
  const config = { defaults: { retry: { maxAttempts: 1, maxAttemptsRead: 1 } } };
  if (kind === 'serve') {
    const gateway = await kit.startGateway({ ...config, mcpServers: { far: server } });
    return kit.openHttp(gateway.endpoint('far'));
  }
  const file = join(kit.directory('rules'), 'breakwater.json');
  writeFileSync(file, JSON.stringify(config));
  return kit.runGateway({ command: server.url, args: [] }, { flags: ['--config', file, '--name', 'far'] });
}

/** What isn't right about the answer to a request, in words; empty where it came once, soon, and says what failed. */
async function problemsOf(
  host: RawStdioHost | RawHttpHost,
  id: number,
  method: string,
  params: Json,
): Promise<readonly string[]> {
  const start = performance.now();
  const answer = await host.request(method, params, { id, timeoutMs: 5_000 });
  const tookMs = performance.now() - start;
  const fault = at(answer, 'result', '_meta', 'dev.breakwater/fault') ?? at(answer, 'error', 'data');
  const named = ['kind', 'correlationId'].every((member) => typeof at(fault, member) === 'string');
  const answers = host.inbox.answersTo(id).length;
  return [
    ...(tookMs < 1_000 ? [] : [`${method} took ${tookMs} ms`]),
    ...(answers === 1 ? [] : [`${method} was answered ${answers} times`]),
    ...(named && at(fault, 'server') === 'far' ? [] : [`${method} was answered with ${JSON.stringify(answer)}`]),
  ];
}
