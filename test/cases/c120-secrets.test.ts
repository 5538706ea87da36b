import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { at, until, useKit, type Json, type Kit, type RawHttpHost, type RawStdioHost } from '../kit/index.ts';

// The sinks that there are: results that are errors, JSON-RPC errors, log notifications, our log, /readyz.
const secret = 'abc12345';
const password = 'Hunter-PASS-77';
const signature = 'TOKq8Zr41';
const bearer = 'xyzP0q9w8e7r6t5y4';
const ways = ['error', 'is_error', 'free', 'split', 'encoded', 'page', 'log', 'stderr'];

interface Door {
  readonly host: RawStdioHost | RawHttpHost;
  log(): string;
  /** What the gateway says of itself over HTTP. */
  status(): Promise<string>;
}

describe('C120', () => {
  const kit = useKit();

  it.each(['run', 'serve', 'http', 'run URL'] as const)(
    'C120 no credential comes out by any way that is no success (%s)',
    async (kind) => {
      const { host, log, status } = await open(kit, kind, []);
      await host.initialize();
      if ('get' in host) await host.get().opened();

      for (const errors of ways) await host.callTool(errors);
      if (kind === 'run' || kind === 'serve')
        await until('the stderr of the child', () => log().includes('request with'));
      await host.inbox.waitFor('the log notification', ({ method }) => method === 'notifications/message');
      expect(await status()).not.toContain(secret);
      // The names that stand beside them are left.
      expect(JSON.stringify(host.received)).toContain('[redacted]');
    },
  );

  it.each(['run', 'serve', 'http', 'run URL'] as const)(
    'C120 as protocol errors, their data included (%s)',
    async (kind) => {
      const { host } = await open(kit, kind, [], { errors: 'protocol' });
      await host.initialize();
      const { error } = await host.callTool('error');
      expect(error?.data).toHaveProperty('env');
      await host.callTool('page');
    },
  );

  it.each(['run', 'serve'] as const)(
    'C120 a child that prints its environment and dies tells nobody (%s)',
    async (kind) => {
      const { host, log, status } = await open(kit, kind, ['dies']);
      const answer = await host.initialize();
      expect(answer.error?.message).toContain('fake');
      await until('its stderr', () => log().includes('SECRET='));
      const said = await status();
      for (const each of [secret, bearer]) expect(said).not.toContain(each);
    },
  );

  it.each(['serve', 'run'] as const)(
    'C120 a server that can not be reached is named by its key, never by its URL (%s)',
    async (kind) => {
      for (const each of [password, signature]) kit.plantSecret(each);
      const url = `http://bob:${password}@127.0.0.1:9/mcp?sig=${signature}`;
      const gateway = kind === 'run' ? undefined : await kit.startGateway({ mcpServers: { far: { url } } });
      const host =
        gateway === undefined
          ? kit.runGateway({ command: url, args: [] }, { flags: ['--name', 'far'] })
          : kit.openHttp(gateway.endpoint('far'));

      const { error } = await host.initialize();
      expect(error?.message).toContain('far');
      expect(JSON.stringify(error)).not.toContain('127.0.0.1');
      const said =
        gateway === undefined ? '{"servers":{"far":{}}}' : await (await fetch(`${gateway.url}/readyz`)).text();
      for (const each of [password, signature, '127.0.0.1']) expect(said).not.toContain(each);
      expect(at(JSON.parse(said), 'servers', 'far')).toBeDefined();
    },
  );

  it.each([
    [
      'docker',
      ['run', '-i', '--rm', '-e', `GITHUB_PERSONAL_ACCESS_TOKEN=${bearer}`, 'ghcr.io/github/server'],
      'docker',
    ],
    ['sh', ['-c', `API_KEY=${bearer} exec ./no-such-server`], 'sh'],
    ['http://127.0.0.1:9/mcp', [], 'server'],
  ])(
    'C120 a name that is taken from the command holds nothing of what stands there (run %s)',
    async (command, args, name) => {
      for (const each of [bearer, 'GITHUB_PERSONAL_ACCESS_TOKEN']) kit.plantSecret(each);
      const programs = kit.directory('programs');
      writeFileSync(join(programs, 'docker'), '#!/bin/sh\nexit 125\n', { mode: 0o755 });
      const host = kit.runGateway({ command, args }, { env: { PATH: `${programs}:${process.env['PATH']}` } });

      const { error } = await host.initialize();
      expect(error?.data).toMatchObject({ server: name });
      expect(JSON.stringify(error)).not.toContain('127.0.0.1');
    },
  );
});

async function open(
  kit: Kit,
  kind: 'run' | 'serve' | 'http' | 'run URL',
  words: readonly string[],
  rules: Json = {},
): Promise<Door> {
  const overHttp = kind === 'http' || kind === 'run URL';
  const { server } = await kit.fake('leaks', { words, over: overHttp ? 'http' : 'stdio' });
  const planted = overHttp ? (kind === 'http' ? [signature, bearer] : [password, signature]) : [secret, bearer];
  for (const each of planted) kit.plantSecret(each);
  const env = { SECRET: secret, UPSTREAM_TOKEN: bearer };

  if (kind === 'run' || kind === 'run URL') {
    const file = join(kit.directory('rules'), 'breakwater.json');
    writeFileSync(file, JSON.stringify({ servers: { fake: rules } }));
    const behind = 'url' in server ? { command: addressed(server.url, `bob:${password}@`), args: [] } : server;
    const host = kit.runGateway(behind, { flags: ['--config', file, '--name', 'fake'], env });
    return { host, log: () => host.stderr, status: () => Promise.resolve('') };
  }
  const entry =
    'url' in server
      ? { url: addressed(server.url, ''), headers: { Authorization: `Bearer ${bearer}` } }
      : { ...server, env };
  const gateway = await kit.startGateway({ mcpServers: { fake: entry }, servers: { fake: rules } });
  const status = async (): Promise<string> => (await fetch(`${gateway.url}/readyz`)).text();
  return { host: kit.openHttp(gateway.endpoint('fake')), log: () => gateway.stderr, status };
}

function addressed(url: string, userInfo: string): string {
  return `${url.replace('//', `//${userInfo}`)}?sig=${signature}`;
}
