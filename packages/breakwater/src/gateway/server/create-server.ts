import type { Writable } from 'node:stream';
import { createRedactor, secretsFromEnvironment, type ChannelListener, type Redactor } from '@breakwater/core';
import { childEnvironment, openStdioChannel, type ChildRecords, type StdioChannel } from '@breakwater/transport';
import type { Configured } from '../../cli/configure.ts';
import { effectiveRules, type Rules } from '../../config/effective-rules.ts';
import type { ProcessEntry, RemoteEntry, ServerEntry } from '../../config/server-entry.ts';
import type { RemoteServer } from './remote-server.ts';
import { Server, type GatewayParts, type ServerSettings, type ServerSource } from './server.ts';
import { ToolCatalog } from './tool-catalog.ts';

/** What a server gets from the process that runs it. */
export interface ServerSurroundings {
  readonly env: Readonly<NodeJS.ProcessEnv>;
  /** `run` passes its own environment on, since the host's `env` block lands there; `serve` gives a clean one. */
  readonly inherit: 'all' | 'clean';
  /** Where the children's stderr goes, secrets masked. */
  readonly stderr: Writable;
  readonly records?: ChildRecords;
}

/** Makes a server of its entry, its rules and its surroundings; nothing is started. */
export function createServer(
  key: string,
  entry: ServerEntry,
  configured: Configured,
  parts: GatewayParts,
  surroundings: ServerSurroundings,
): Server {
  const rules = effectiveRules(configured.config, key);
  const redactor = createRedactor([...configured.secrets, ...secretsFromEnvironment(surroundings.env)], {
    locale: rules.locale,
  });
  const catalog = new ToolCatalog();
  const settings: ServerSettings = {
    key,
    rules: (tool) => (tool === undefined ? rules : effectiveRules(configured.config, key, tool)),
    trusted: rules.trusted,
    share: rules.share,
    trustAnnotations: rules.trustAnnotations,
    startTimeoutMs: rules.startTimeout.ms,
    connectTimeoutMs: rules.connectTimeout.ms,
    locale: rules.locale,
    source:
      entry.kind === 'remote'
        ? remoteSource(key, entry, rules, parts)
        : processSource(key, entry, rules, redactor, parts, surroundings),
  };
  return new Server(settings, catalog, redactor, parts);
}

/** The HTTP client is loaded with the first remote server: it takes a third of the memory of a gateway that needs none. */
function remoteSource(key: string, entry: RemoteEntry, rules: Rules, { clock }: GatewayParts): ServerSource {
  let loading: Promise<RemoteServer> | undefined;
  let remote: RemoteServer | undefined;
  const load = async (): Promise<RemoteServer> => {
    const { RemoteServer: Remote } = await import('./remote-server.ts');
    return new Remote({
      server: key,
      entry,
      locale: rules.locale,
      clock,
      connectTimeoutMs: rules.connectTimeout.ms,
      maxMessageBytes: rules.maxMessageBytes,
    });
  };
  return {
    isRemote: true,
    mayBeModern: entry.transport !== 'sse',
    prepare: async () => {
      remote = await (loading ??= load());
    },
    open: (era, listener, definitionOf) => {
      // A line opens only after it was prepared.
      if (remote === undefined) throw new Error(`The server '${key}' was opened before it was prepared.`);
      return remote.open(era, listener, definitionOf);
    },
    close: async () => (await loading)?.close(),
    hurry: () => {},
    killNow: () => {},
  };
}

function processSource(
  key: string,
  entry: ProcessEntry,
  rules: Rules,
  redactor: Redactor,
  { clock }: GatewayParts,
  surroundings: ServerSurroundings,
): ServerSource {
  const { inherit, env: base, records, stderr } = surroundings;
  const { command, args, cwd, env: configured } = entry;
  const live = new Set<StdioChannel>();
  return {
    isRemote: false,
    mayBeModern: true,
    prepare: () => Promise.resolve(),
    open: (_era, listener) => {
      const masked = redactor.stream();
      const channel = openStdioChannel(
        {
          name: key,
          locale: rules.locale,
          command,
          args,
          ...(cwd !== undefined && { cwd }),
          env: childEnvironment({ inherit, base, configured }),
          clock,
          maxMessageBytes: rules.maxMessageBytes,
          onStderr: (lines) => stderr.write(masked.push(lines)),
          ...(records !== undefined && { records }),
        },
        whenClosed(listener, () => {
          live.delete(channel);
          stderr.write(masked.end());
        }),
      );
      live.add(channel);
      return channel;
    },
    close: () => Promise.resolve(),
    hurry: () => {
      for (const channel of live) channel.hurry();
    },
    killNow: () => {
      for (const channel of live) channel.killNow();
    },
  };
}

/** The same listener, and something of ours to do when the channel has ended. */
function whenClosed(listener: ChannelListener, done: () => void): ChannelListener {
  return {
    message: (message, via) => listener.message(message, via),
    failed: (id, failure) => listener.failed(id, failure),
    alive: (via) => listener.alive?.(via),
    noise: (text) => listener.noise?.(text),
    closed: (failure) => {
      done();
      listener.closed(failure);
    },
  };
}
