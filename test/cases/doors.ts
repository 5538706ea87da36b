import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FakeName } from '../fakes/index.ts';
import {
  RawStdioHost,
  type FakeStart,
  type Gateway,
  type Journal,
  type Json,
  type Kit,
  type RawHttpHost,
  type RequestHandlers,
} from '../kit/index.ts';

/**
 * The ways through the gateway that a case is tried on: `run` in front of a child, `serve` in front of a child, of a server
 * on Streamable HTTP, and of one on the old HTTP+SSE.
 */
export type DoorKind = 'run' | 'serve' | 'http' | 'sse';

/** Both transports of the upstream side, each behind the command that its users start. */
export const bothTransports = ['run', 'http'] as const;

/** What differs from a plain start. */
export interface DoorOptions extends FakeStart {
  /** Rules of this server. */
  readonly rules?: Json;
  /** More of the configuration; a tool's rules stand under `fake/NAME`. */
  readonly config?: Json;
  /** The wire of an HTTP host; `run` takes either. */
  readonly era?: 'legacy' | 'modern';
  /** What the hosts answer when they are asked. */
  readonly handlers?: RequestHandlers;
}

/** A host in front of the gateway in front of a fake. */
export interface OpenDoor {
  readonly host: RawStdioHost | RawHttpHost;
  readonly journal: Journal;
  /** What the gateway has said on stderr so far. */
  log(): string;
  /** Undefined behind `run`, where the host's process is the gateway. */
  readonly gateway: Gateway | undefined;
  /** The process of the gateway. */
  readonly pid: number;
  /** Another host of the same gateway; over HTTP only. */
  another(): RawHttpHost;
}

/** Starts a fake under the key `fake`, a gateway in front of it and a host in front of that; nothing is opened yet. */
export async function openDoor(
  kit: Kit,
  kind: DoorKind,
  fake: FakeName,
  { rules = {}, config = {}, era = 'legacy', handlers = {}, ...start }: DoorOptions = {},
): Promise<OpenDoor> {
  const all = { ...config, servers: Object.assign({ fake: rules }, config['servers']) };
  if (kind === 'run') {
    const { server, journal } = await kit.fake(fake, { ...start, over: 'stdio' });
    const file = join(kit.directory('rules'), 'breakwater.json');
    writeFileSync(file, JSON.stringify(all));
    const host = kit.runGateway(server, { flags: ['--config', file, '--name', 'fake'], handlers });
    return { host, journal, log: () => host.stderr, gateway: undefined, pid: host.pid, another: noOther };
  }
  const { server, journal } = await kit.fake(fake, { ...start, over: kind === 'serve' ? 'stdio' : kind });
  const mcpServers = Object.assign({ fake: server }, config['mcpServers']);
  const gateway = await kit.startGateway({ ...all, mcpServers });
  const another = (): RawHttpHost => kit.openHttp(gateway.endpoint('fake'), { era, handlers });
  return { host: another(), journal, log: () => gateway.stderr, gateway, pid: gateway.pid, another };
}

/** Sends a request under an id of the test's own and doesn't wait. */
export function ask(host: RawStdioHost | RawHttpHost, id: number | string, method: string, params?: Json): void {
  if (host instanceof RawStdioHost) host.ask(method, params, id);
  else host.ask(method, params, { id });
}

/** The lines of the gateway's log that tell of something dropped. */
export function dropped(log: string, what: string): readonly unknown[] {
  return log
    .split('\n')
    .filter((line) => line.includes('"type":"dropped"') && line.includes(`"what":"${what}"`))
    .map((line): unknown => JSON.parse(line));
}

function noOther(): never {
  throw new Error('There is one host in front of `run`.');
}

/** Sends what belongs to no request of the host's, such as its answer to a question. */
export function respond(host: RawStdioHost | RawHttpHost, message: Json): void {
  if ('post' in host) host.post(message);
  else host.send(message);
}
