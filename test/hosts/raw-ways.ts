import { expect } from 'vitest';
import { RawStdioHost, type Json, type Kit, type RawHttpHost, type RequestHandlers } from '../kit/index.ts';
import type { Command } from './real-servers.ts';
import type { Way } from './ways.ts';

/** A host that sees every byte, before a server or before the gateway. */
export type RawHost = RawStdioHost | RawHttpHost;

/** What a host can do for the servers. */
export interface Able {
  readonly capabilities?: Json;
  readonly handlers?: RequestHandlers;
}

/** Connects straight to the server. */
export async function openDirect(
  kit: Kit,
  { command, args, env = {} }: Command,
  able: Able = {},
): Promise<RawStdioHost> {
  const { handlers = {}, capabilities = {} } = able;
  const host = kit.openStdio({ command, args, env, handlers });
  await host.initialize({ capabilities });
  return host;
}

/** Connects to the server through the gateway. */
export async function openThrough(
  kit: Kit,
  door: Way['door'],
  key: string,
  server: Command | { readonly url: string },
  able: Able = {},
): Promise<RawHost> {
  const { handlers = {}, capabilities = {} } = able;
  if (door === 'run') {
    const { command, args, env = {} } = 'url' in server ? { command: server.url, args: [] } : server;
    const host = kit.runGateway({ command, args }, { env, handlers });
    await host.initialize({ capabilities });
    return host;
  }
  const gateway = await kit.startGateway({ mcpServers: { [key]: server } });
  const host = kit.openHttp(gateway.endpoint(door === '/mcp' ? undefined : key), { handlers, capabilities });
  await host.initialize();
  await host.get().opened();
  return host;
}

/** The text of the answer with this id, to the byte. */
export function answerText(host: RawHost, id: number): string {
  const found = textsOf(host).find((text) => isAnswerTo(text, id));
  expect(found, `the answer to ${id}`).toBeDefined();
  return found ?? '';
}

/** Every message that has come, as text. */
export function textsOf(host: RawHost): readonly string[] {
  if (host instanceof RawStdioHost) return host.texts;
  return host.calls.flatMap(({ body, headers }) =>
    String(headers['content-type']).startsWith('text/event-stream')
      ? [...body.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => data)
      : [body],
  );
}

function isAnswerTo(text: string, id: number): boolean {
  if (!text.includes(`"id":${id}`)) return false;
  const message: unknown = JSON.parse(text);
  return (
    typeof message === 'object' && message !== null && 'id' in message && message.id === id && !('method' in message)
  );
}
