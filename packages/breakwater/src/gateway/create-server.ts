import type { Writable } from 'node:stream';
import { createRedactor, secretsFromEnvironment, type ChannelListener } from '@breakwater/core';
import { childEnvironment, openHttpChannel, openStdioChannel, type ChildRecords } from '@breakwater/transport';
import type { Configured } from '../cli/configure.ts';
import { effectiveRules, type ServerEntry } from '../config/index.ts';
import { Server, type GatewayParts, type ServerChannel, type ServerSettings } from './server.ts';

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
export function createServer(key: string, entry: ServerEntry, configured: Configured, parts: GatewayParts, surroundings: ServerSurroundings): Server {
  const rules = effectiveRules(configured.config, key);
  const redactor = createRedactor([...configured.secrets, ...secretsFromEnvironment(surroundings.env)]);
  const stderr = redactor.stream('secrets');
  const settings: ServerSettings = {
    key,
    rules: (tool) => (tool === undefined ? rules : effectiveRules(configured.config, key, tool)),
    trusted: rules.trusted,
    trustAnnotations: rules.trustAnnotations,
    startTimeoutMs: rules.startTimeout.ms,
    connectTimeoutMs: rules.connectTimeout.ms,
    locale: rules.locale,
    open: (listener) => openChannel(listener),
  };
  return new Server(settings, redactor, parts);

  function openChannel(listener: ChannelListener): ServerChannel {
    const { clock } = parts;
    const { maxMessageBytes, connectTimeout } = rules;
    if (entry.kind === 'remote') {
      const { url, headers } = entry;
      return openHttpChannel({ server: key, url: new URL(url), headers, era: 'legacy', clock, connectTimeoutMs: connectTimeout.ms, maxMessageBytes }, listener);
    }
    const { inherit, env: base, records } = surroundings;
    const { command, args, cwd, env: configuredEnv } = entry;
    return openStdioChannel(
      {
        name: key,
        command,
        args,
        ...(cwd !== undefined && { cwd }),
        env: childEnvironment({ inherit, base, configured: configuredEnv }),
        clock,
        maxMessageBytes,
        onStderr: (line) => surroundings.stderr.write(stderr.push(`${line}\n`)),
        ...(records !== undefined && { records }),
      },
      listener,
    );
  }
}
