import { parseArgs } from 'node:util';
import { createRedactor, secretsFromEnvironment } from '@breakwater/core';
import { builtIn } from '../config/built-in.ts';
import type { Config } from '../config/config.ts';
import { isLoopback } from '../config/listen-address.ts';
import { MergedBackend } from '../gateway/backend/merged-backend.ts';
import { splitExposed } from '../gateway/backend/names.ts';
import { SingleBackend } from '../gateway/backend/single-backend.ts';
import { createGatewayParts, createHostVoice } from '../gateway/gateway-parts.ts';
import type { HostVoice } from '../gateway/host/host-voice.ts';
import { Access } from '../gateway/host/http/access.ts';
import { HttpGateway, type Endpoint } from '../gateway/host/http/http-gateway.ts';
import { ModernHost } from '../gateway/host/modern-host.ts';
import { createServer } from '../gateway/server/create-server.ts';
import { ModernLine } from '../gateway/server/modern-line.ts';
import { paramHeadersOf } from '../gateway/server/param-headers.ts';
import type { GatewayParts, Server } from '../gateway/server/server.ts';
import { lineTo } from '../gateway/server/shared-line.ts';
import { startLog } from '../telemetry/log.ts';
import { aborted } from './aborted.ts';
import { exitCodes, UsageError, type Command } from './command.ts';
import { configure } from './configure.ts';
import { openChildRecords, stateDirectory } from './state-directory.ts';
import { welcome } from './welcome.ts';

const defaultFile = 'breakwater.json';

/** `breakwater serve`: many servers on one endpoint. */
export const serve: Command = {
  name: 'serve',
  summary: 'Serve many MCP servers on one Streamable HTTP endpoint.',
  usage: ['breakwater serve [FILE]', '', `  FILE   the configuration; ${defaultFile} where none is named`].join('\n'),

  async run(args, { stdout, stderr, env, signal, atExit }) {
    const { positionals } = parseArgs({ args: [...args], options: {}, allowPositionals: true });
    if (positionals.length > 1) throw new UsageError(`Expected one configuration file, got ${positionals.length}.`);
    const configured = await configure(positionals[0] ?? defaultFile, env, stderr);
    if (configured === undefined) return exitCodes.usage;
    const { config } = configured;

    const parts = createGatewayParts(config);
    const stopLog = startLog(
      parts.events,
      stderr,
      createRedactor([...configured.secrets, ...secretsFromEnvironment(env)]),
    );
    const records = openChildRecords(stateDirectory(config.stateDir, env), parts);
    void records?.sweep();
    const servers = Object.entries(config.mcpServers).map(([key, entry]) =>
      createServer(key, entry, configured, parts, { env, inherit: 'clean', stderr, ...(records && { records }) }),
    );
    if (servers.length === 0) {
      stderr.write('There is nothing to serve: name a server under `mcpServers`.\n');
      return exitCodes.usage;
    }
    atExit(() => {
      for (const server of servers) server.killNow();
    });
    const lines = servers.map((server) => new ModernLine(server));
    for (const line of lines) line.server.waitFor(line.speaks());
    const { errors = builtIn.errors, locale = builtIn.locale } = config.defaults;
    const voice = createHostVoice({ errors, locale }, parts);
    const gateway = new HttpGateway({
      endpoints: endpointsOf(servers, lines, voice, parts),
      access: new Access(config.access.tokens, isLoopback(config.listen)),
      clock: parts.clock,
      voice,
      onUnread: (what, count) => parts.events.emit({ type: 'dropped', what, count }),
      readiness: () => readinessOf(servers),
    });
    try {
      const { port } = await gateway.listen(config.listen.host, config.listen.port);
      stdout.write(
        welcome({
          servers: servers.map(({ key }) => key),
          address: { ...config.listen, port },
          needsToken: config.access.tokens.length > 0,
        }),
      );
      await aborted(signal);
      return exitCodes.ok;
    } catch (error) {
      stderr.write(`${cannotListen(config, error)}\n`);
      return exitCodes.failed;
    } finally {
      await gateway.close();
      await Promise.all(lines.map((line) => line.close()));
      await Promise.all(servers.map((server) => server.close()));
      stopLog();
    }
  },
};

function endpointsOf(
  servers: readonly Server[],
  lines: readonly ModernLine[],
  voice: HostVoice,
  gatewayParts: GatewayParts,
): readonly Endpoint[] {
  const { clock } = gatewayParts;
  const single = lines.map((line): Endpoint => {
    const { server } = line;
    const own = createHostVoice(server.settings.rules(undefined), gatewayParts);
    return {
      path: `/mcp/${server.key}`,
      voice: own,
      backend: (host) => new SingleBackend(lineTo(server, host)),
      modern: new ModernHost({ lines: [line], backend: () => new SingleBackend(line), clock, voice: own }),
      mirroredParams: (tool, args) => paramHeadersOf(line.upstream.tools.definitionOf(tool), args),
      maxMessageBytes: server.settings.rules(undefined).maxMessageBytes,
    };
  });
  const parts = { clock, voice };
  const all: Endpoint = {
    path: '/mcp',
    voice,
    backend: (host) => MergedBackend.legacy(servers, host, parts),
    modern: new ModernHost({
      lines,
      backend: (able, latecomers) => MergedBackend.modern(able, { ...parts, latecomers }),
      ...parts,
    }),
    mirroredParams: (exposed, args) => {
      const { server: key, name } = splitExposed(exposed);
      const named = lines.find(({ server }) => server.key === key);
      return named && paramHeadersOf(named.upstream.tools.definitionOf(name), args);
    },
    maxMessageBytes: Math.max(...single.map(({ maxMessageBytes }) => maxMessageBytes)),
  };
  return [all, ...single];
}

function readinessOf(servers: readonly Server[]) {
  const states = servers.map(
    ({ key, standing: { state, trouble } }) =>
      [key, { state, ...(trouble !== undefined && { reason: trouble }) }] as const,
  );
  return { ready: states.some(([, { state }]) => state !== 'failed'), servers: Object.fromEntries(states) };
}

function cannotListen({ listen }: Config, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  const place = `${listen.host}:${listen.port}`;
  if (code === 'EADDRINUSE')
    return `Something else listens on ${place} already; end it, or set another address under \`listen\`.`;
  if (code === 'EACCES') return `This user may not listen on ${place}; choose a port above 1023 under \`listen\`.`;
  return `Can't listen on ${place} (${code}); check \`listen\`.`;
}
