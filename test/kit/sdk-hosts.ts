import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  type CreateMessageResult,
  type ElicitResult,
  type ListRootsResult,
} from '@modelcontextprotocol/sdk/types.js';
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import type { Json } from './json-rpc.ts';

/** Where a host connects: a command of its own, or a URL; `sse` is the old transport, which only the SDK of version 1 is asked for. */
export type Door =
  | { readonly command: string; readonly args?: readonly string[]; readonly env?: Readonly<Record<string, string>> }
  | { readonly url: string; readonly headers?: Readonly<Record<string, string>>; readonly transport?: 'http' | 'sse' };

/** What the host can do for the server; a capability is declared where its handler is given. */
export interface HostAbilities {
  readonly sampling?: (params: Json) => CreateMessageResult | Promise<CreateMessageResult>;
  readonly elicitation?: (params: Json) => ElicitResult | Promise<ElicitResult>;
  readonly roots?: () => ListRootsResult | Promise<ListRootsResult>;
}

/** A connected client of an official SDK, with what came without being asked for. */
export interface SdkHost<Client> {
  readonly client: Client;
  readonly notifications: readonly { readonly method: string; readonly params?: unknown }[];
  /** What the process behind a command wrote to stderr. */
  stderr(): string;
  close(): Promise<void>;
}

/** Connects a host made of the SDK of version 1, which speaks the legacy wire only. */
export async function connectV1(door: Door, abilities: HostAbilities = {}): Promise<SdkHost<ClientV1>> {
  const client = new ClientV1({ name: 'host-v1', version: '1.0.0' }, { capabilities: capabilitiesOf(abilities) });
  const { sampling, elicitation, roots } = abilities;
  if (sampling !== undefined) client.setRequestHandler(CreateMessageRequestSchema, ({ params }) => sampling(params));
  if (elicitation !== undefined) client.setRequestHandler(ElicitRequestSchema, ({ params }) => elicitation(params));
  if (roots !== undefined) client.setRequestHandler(ListRootsRequestSchema, () => roots());
  const notifications: { method: string; params?: unknown }[] = [];
  client.fallbackNotificationHandler = async (notification) => void notifications.push(notification);

  let stderr = '';
  const transport = transportV1(door);
  if (transport instanceof StdioV1) transport.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString('utf8')));
  await client.connect(transport);
  return { client, notifications, stderr: () => stderr, close: () => client.close() };
}

/** Connects a host made of the SDK of version 2, on the wire that `era` names; `auto` lets it find out. */
export async function connectV2(
  door: Door,
  { era = 'legacy', ...abilities }: HostAbilities & { readonly era?: 'legacy' | 'modern' | 'auto' } = {},
): Promise<SdkHost<ClientV2>> {
  const client = new ClientV2(
    { name: 'host-v2', version: '1.0.0' },
    {
      capabilities: capabilitiesOf(abilities),
      versionNegotiation: { mode: era === 'modern' ? { pin: '2026-07-28' } : era },
    },
  );
  const { sampling, elicitation, roots } = abilities;
  if (sampling !== undefined) client.setRequestHandler('sampling/createMessage', ({ params }) => sampling(params));
  if (elicitation !== undefined) client.setRequestHandler('elicitation/create', ({ params }) => elicitation(params));
  if (roots !== undefined) client.setRequestHandler('roots/list', () => roots());
  const notifications: { method: string; params?: unknown }[] = [];
  client.fallbackNotificationHandler = async (notification) => void notifications.push(notification);

  let stderr = '';
  const transport =
    'url' in door
      ? new HttpV2(new URL(door.url), { requestInit: { headers: { ...door.headers } } })
      : new StdioV2({
          command: door.command,
          args: [...(door.args ?? [])],
          env: environmentOf(door.env),
          stderr: 'pipe',
        });
  if (transport instanceof StdioV2) transport.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString('utf8')));
  await client.connect(transport);
  return { client, notifications, stderr: () => stderr, close: () => client.close() };
}

function transportV1(door: Door): StdioV1 | HttpV1 | SSEClientTransport {
  if (!('url' in door)) {
    return new StdioV1({
      command: door.command,
      args: [...(door.args ?? [])],
      env: environmentOf(door.env),
      stderr: 'pipe',
    });
  }
  const requestInit = { headers: { ...door.headers } };
  return door.transport === 'sse'
    ? new SSEClientTransport(new URL(door.url), { requestInit })
    : new HttpV1(new URL(door.url), { requestInit });
}

function capabilitiesOf({ sampling, elicitation, roots }: HostAbilities) {
  return {
    ...(sampling !== undefined && { sampling: {} }),
    ...(elicitation !== undefined && { elicitation: {} }),
    ...(roots !== undefined && { roots: { listChanged: true } }),
  };
}

function environmentOf(env: Readonly<Record<string, string>> = {}): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...env };
}
