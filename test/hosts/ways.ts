import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { cliPath, type HostAbilities, type Kit, type SdkHost } from '../kit/index.ts';
import type { Client as ClientV2 } from '@modelcontextprotocol/client';
import type { Command } from './real-servers.ts';

/** How a host that is made of an official SDK gets to a server. */
export interface Way {
  readonly sdk: 'v1' | 'v2';
  readonly door: (typeof doors)[number];
}

/** The doors of the gateway. */
export const doors = ['run', '/mcp/NAME', '/mcp'] as const;

/** Every SDK through every door. */
export const ways: readonly Way[] = (['v1', 'v2'] as const).flatMap((sdk) => doors.map((door) => ({ sdk, door })));

/** The servers behind a way; `serve` has all of them, `run` the one that the host is after. */
export type Servers = Readonly<Record<string, Command | { readonly url: string }>>;

/** What the host can do, and the wire that it opens on; an SDK of version 1 has the legacy one only. */
export type Abilities = HostAbilities & { readonly era?: 'legacy' | 'modern' | 'auto' };

/** What a call may be given beside its arguments. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: { readonly progress: number; readonly total?: number | undefined }) => void;
}

/** A host of either SDK, connected to one server by one of the ways. */
export interface WayHost extends SdkHost<ClientV1 | ClientV2> {
  /** The name under which this way shows a tool or a prompt of the server. */
  named(name: string): string;
  callTool(name: string, args?: Record<string, unknown>, options?: CallOptions): Promise<unknown>;
  /** The parameters of every notification with this method, in order. */
  heard(method: string): readonly unknown[];
}

/** Opens hosts by one way. They share the gateway of `serve`, and at `/mcp` one connection, which reaches every server. */
export class Passage {
  readonly #kit: Kit;
  readonly #way: Way;
  readonly #servers: Servers;
  readonly #abilities: Abilities;
  #gateway: ReturnType<Kit['startGateway']> | undefined = undefined;
  #merged: SdkHost<ClientV1 | ClientV2> | undefined = undefined;

  constructor(kit: Kit, way: Way, servers: Servers, abilities: Abilities = {}) {
    this.#kit = kit;
    this.#way = way;
    this.#servers = servers;
    this.#abilities = abilities;
  }

  /** Connects a host to the server with this key. */
  async host(server: string): Promise<WayHost> {
    const host =
      this.#way.door === '/mcp' ? (this.#merged ??= await this.#connect(server)) : await this.#connect(server);
    const { client, notifications } = host;
    const named = (name: string): string => (this.#way.door === '/mcp' ? `${server}__${name}` : name);
    return {
      ...host,
      named,
      callTool(name, args = {}, options = {}) {
        const params = { name: named(name), arguments: args };
        return client instanceof ClientV1
          ? client.callTool(params, CallToolResultSchema, options)
          : client.callTool(params, options);
      },
      heard: (method) => notifications.filter((seen) => seen.method === method).map(({ params }) => params),
    };
  }

  async #connect(server: string): Promise<SdkHost<ClientV1 | ClientV2>> {
    const door = await this.#doorTo(server);
    return this.#way.sdk === 'v1'
      ? this.#kit.connectV1(door, this.#abilities)
      : this.#kit.connectV2(door, this.#abilities);
  }

  async #doorTo(server: string) {
    if (this.#way.door === 'run') {
      const entry = this.#servers[server];
      if (entry === undefined) throw new Error(`There is no server ${server}.`);
      if ('url' in entry) return { command: process.execPath, args: [cliPath, 'run', entry.url] };
      const { command, args, env = {} } = entry;
      return { command: process.execPath, args: [cliPath, 'run', '--', command, ...args], env };
    }
    const gateway = await (this.#gateway ??= this.#kit.startGateway({ mcpServers: this.#servers }));
    return { url: gateway.endpoint(this.#way.door === '/mcp' ? undefined : server) };
  }
}
