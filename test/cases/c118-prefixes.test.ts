import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FakeName } from '../fakes/index.ts';
import { at, cliPath, textOf, until, useKit, type Json, type ServerEntry } from '../kit/index.ts';
import { openDoor } from './doors.ts';

const faultKey = 'dev.breakwater/fault';
type Command = Extract<ServerEntry, { readonly command: string }>;

/** The server at the end of a chain, and the key under which the gateway in front of it knows it. */
interface Behind {
  readonly inner?: string;
  readonly rules?: Json;
  readonly fake?: FakeName;
  readonly words?: readonly string[];
}

describe('C118', () => {
  const kit = useKit();

  it.each(['stdio', 'http'] as const)(
    'C118 a message is said once, however many hops it has made (%s)',
    async (over) => {
      const host = await chain(over, {});
      for (const name of ['disk_full', 'prefixed']) {
        const answer = await host.callTool(name);
        expect(at(answer, 'result', 'isError')).toBe(true);
        expect(textOf(answer)).toBe('disk full');
        expect(at(answer, 'result', '_meta', faultKey)).toMatchObject({ origin: 'server', message: 'disk full' });
      }
    },
  );

  it.each(['stdio', 'http'] as const)(
    'C118 as a protocol error, its code is kept over both hops (%s)',
    async (over) => {
      const host = await chain(over, { defaults: { errors: 'protocol' } });
      for (const name of ['disk_full', 'prefixed']) {
        const { error } = await host.callTool(name);
        expect(error).toMatchObject({ code: -32_603, message: 'disk full', data: { origin: 'server' } });
      }
    },
  );

  // There is no member for a list of hops (INTERFACES names): what each hop adds are its own fields, and one reference for all.
  it.each([undefined, 'host-77'])(
    'C118 one reference goes through every hop that is trusted (the host’s: %s)',
    async (own) => {
      const host = await chain('stdio', { defaults: { errors: 'protocol' } }, { trusted: true });
      const { error } = await host.callTool(
        'disk_full',
        {},
        own === undefined ? undefined : { 'dev.breakwater/correlation-id': own },
      );
      const reference = String(at(error, 'data', 'correlationId'));
      expect(own ?? reference).toBe(reference);
      for (const server of ['outer', 'inner'])
        await until(`the line of ${server}`, () => told(host.stderr, server, reference));
    },
  );

  // No text alone tells a key such as these from a host of the operator's.
  it.each([
    ['result', 'db-files', {}],
    ['protocol', 'db-files', {}],
    ['result', 'redis', { trusted: true }],
    ['protocol', 'redis', { trusted: true }],
  ] as const)('C118 a server keeps its key over both hops (errors: %s, %s, %j)', async (errors, inner, rules) => {
    const behind = { inner, rules: { timeout: '1s' }, fake: 'hangs', words: ['tools/call'] } as const;
    const host = await chain('stdio', { defaults: { errors } }, rules, behind);
    const answer = await host.callTool('hello');
    const said = answer.error?.message ?? textOf(answer);
    expect(said).toContain(`'hello' on server '${inner}' did not answer`);
    const fault = answer.error?.data ?? at(answer, 'result', '_meta', faultKey);
    expect(at(fault, 'message')).toContain(`on server '${inner}' did not answer`);
  });

  it.each(['run', 'http'] as const)(
    'C118 an error that belongs to no call is told in the log and ends none (%s)',
    async (kind) => {
      const { host, log } = await openDoor(kit, kind, 'odd-errors');
      await host.initialize();
      if ('get' in host) await host.get().opened();
      expect(textOf(await host.callTool('stray'))).toBe('and an error for nobody');
      await until('the stray error in the log', () => log().includes('"unattributed-error"'));
      expect(textOf(await host.callTool('typed', { count: 1 }))).toBe('counted');
      expect(host.received.filter(({ id, error }) => error !== undefined && (id === null || id === undefined))).toEqual(
        [],
      );
    },
  );

  /** A host, our gateway, our gateway, the server. */
  async function chain(
    over: 'stdio' | 'http',
    config: Json,
    rules: Json = {},
    { inner: key = 'inner', rules: innerRules = {}, fake = 'odd-errors', words = [] }: Behind = {},
  ) {
    const { server } = await kit.fake(fake, { over, words });
    const flagsOf = (name: string, own: Json = {}): readonly string[] => {
      const file = join(kit.directory('rules'), `${name}.json`);
      writeFileSync(file, JSON.stringify({ ...config, servers: { [name]: { ...rules, ...own } } }));
      return ['--config', file, '--name', name];
    };
    const behind = 'url' in server ? [server.url] : ['--', server.command, ...server.args];
    const inner: Command = {
      command: process.execPath,
      args: [cliPath, 'run', ...flagsOf(key, innerRules), ...behind],
    };
    const host = kit.runGateway(inner, { flags: flagsOf('outer') });
    await host.initialize();
    await host.request('tools/list');
    return host;
  }
});

/** Whether the log of the gateway in front of this server tells of a call under this reference. */
function told(log: string, server: string, reference: string): boolean {
  return log
    .split('\n')
    .some((line) => line.includes('"call-ended"') && line.includes(reference) && line.includes(`"server":"${server}"`));
}
