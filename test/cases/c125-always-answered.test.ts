import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { at, useKit, type Json, type JsonRpc, type Kit, type RawHttpHost, type RawStdioHost } from '../kit/index.ts';

const variants = [
  '404',
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
      const { server } = await kit.fake('broken-http', {
        over: 'http',
        words: [variant, ...methods.map(([name]) => name)],
      });
      let host = await open(kit, kind, server);
      await host.initialize();

      for (const [index, [method, params]] of methods.entries()) {
        // A session that ends again as soon as it is open is opened with growing pauses, so each of those has a gateway of its own.
        if (variant === '404' && index > 0) {
          if (index % 3 !== 0) continue;
          host = await open(kit, kind, server);
          await host.initialize();
        }
        const id = 11 + index;
        const start = performance.now();
        const answer = await host.request(method, params, { id, timeoutMs: 5_000 });
        const tookMs = performance.now() - start;
        expectFailure(answer, `${method} ${JSON.stringify(answer)}`);
        expect(tookMs, method).toBeLessThan(1_000);
        expect(host.inbox.answersTo(id), method).toHaveLength(1);
      }
      expect(JSON.stringify(host.received)).not.toMatch(/10\.1\.2\.3|<html|Bad gateway at/);
    },
  );

  it.each(['serve', 'run'] as const)('C125 an opening that meets no TLS is answered too (%s)', async (kind) => {
    const { server } = await kit.fake('broken-http', { over: 'http' });
    const host = await open(kit, kind, { url: server.url.replace('http:', 'https:') });
    const start = performance.now();
    const answer = await host.initialize();
    expect(answer.error).toBeDefined();
    expect(performance.now() - start).toBeLessThan(1_000);
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

function expectFailure(answer: JsonRpc, what: string): void {
  const fault = at(answer, 'result', '_meta', 'dev.breakwater/fault') ?? at(answer, 'error', 'data');
  expect(fault, what).toMatchObject({ kind: expect.any(String), server: 'far', correlationId: expect.any(String) });
}
