import { dirname, resolve } from 'node:path';

import { builtIn } from './built-in.ts';
import type { ConfigFile } from './config-schema.ts';
import { parseListen, type ListenAddress } from './listen-address.ts';
import type { AccessToken } from './tokens.ts';

// Without the schema and its library: who has no file needs neither.

/** A configuration that has been checked as a whole, with variables filled in and paths resolved. */
export interface Config {
  readonly mcpServers: ConfigFile['mcpServers'];
  readonly servers: NonNullable<ConfigFile['servers']>;
  readonly tools: NonNullable<ConfigFile['tools']>;
  readonly defaults: NonNullable<ConfigFile['defaults']>;
  readonly codes: NonNullable<ConfigFile['codes']>;
  readonly listen: ListenAddress;
  readonly access: { readonly tokens: readonly AccessToken[] };
  readonly support?: string;
  readonly stateDir?: string;
}

/** The configuration of an absent file: no servers, no rules, every default. */
export function emptyConfig(): Config {
  return completeConfig({ mcpServers: {} }, [], 'breakwater.json');
}

/** Fills in what a checked file leaves out. */
export function completeConfig(data: ConfigFile, tokens: readonly AccessToken[], file: string): Config {
  const { mcpServers, servers = {}, tools = {}, defaults = {}, codes = {}, support, stateDir } = data;
  return {
    mcpServers,
    servers,
    tools,
    defaults,
    codes,
    listen: data.listen ?? builtInListen(),
    access: { tokens },
    ...(support === undefined ? {} : { support }),
    ...(stateDir === undefined ? {} : { stateDir: resolve(dirname(file), stateDir) }),
  };
}

function builtInListen(): ListenAddress {
  const parsed = parseListen(builtIn.listen);
  if (!parsed.ok) throw new Error('The built-in listen address is wrong.');
  return parsed.address;
}
