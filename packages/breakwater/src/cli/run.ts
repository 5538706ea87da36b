import { parseArgs } from 'node:util';
import { createRedactor, secretsFromEnvironment } from '@breakwater/core';
import { quoted } from '../config/problem.ts';
import { collectSecrets } from '../config/secrets.ts';
import type { ServerEntry } from '../config/server-entry.ts';
import { refuseServerName } from '../config/server-name.ts';
import { createGatewayParts, createHostVoice } from '../gateway/gateway-parts.ts';
import { createServer } from '../gateway/server/create-server.ts';
import { SingleBackend } from '../gateway/backend/single-backend.ts';
import { lineTo } from '../gateway/server/shared-line.ts';
import { StdioHost } from '../gateway/host/stdio-host.ts';
import { startLog } from '../telemetry/log.ts';
import { aborted } from './aborted.ts';
import { exitCodes, UsageError, type Command } from './command.ts';
import { configure } from './configure.ts';
import { nameOfCommand } from './name-of-command.ts';
import { openChildRecords, stateDirectory } from './state-directory.ts';

/** `breakwater run`: in front of one server, inside a host's `mcpServers` entry. */
export const run: Command = {
  name: 'run',
  summary: "Stand in front of one MCP server, inside a host's mcpServers entry.",
  usage: [
    'breakwater run [--config FILE] [--name NAME] -- COMMAND [ARG ...]',
    'breakwater run [--config FILE] [--name NAME] URL',
    '',
    '  --config FILE   rules for this server, from a breakwater.json (its mcpServers are not needed)',
    '  --name NAME     the key of this server in those rules, and its name in messages',
  ].join('\n'),

  async run(args, { stdin, stdout, stderr, env, signal, atExit }) {
    const { values, positionals } = parseRunArgs(args);
    const name = values.name ?? nameOfCommand(positionals);
    const loaded = await configure(values.config, env, stderr, { alone: name });
    if (loaded === undefined) return exitCodes.usage;
    const [program = '', ...programArgs] = positionals;
    const entry: ServerEntry = isUrl(program)
      ? { kind: 'remote', url: program, headers: {} }
      : { kind: 'process', command: program, args: programArgs, env: {} };
    // What stands on our command line is configuration like any other.
    const configured = { ...loaded, secrets: [...loaded.secrets, ...collectSecrets({ [name]: entry }, [], [])] };

    const parts = createGatewayParts(configured.config);
    const stopLog = startLog(
      parts.events,
      stderr,
      createRedactor([...configured.secrets, ...secretsFromEnvironment(env)]),
    );
    const records = openChildRecords(stateDirectory(configured.config.stateDir, env), parts);
    const server = createServer(name, entry, configured, parts, {
      env,
      inherit: 'all',
      stderr,
      ...(records && { records }),
    });
    atExit(() => server.killNow());
    void records?.sweep();
    const host = new StdioHost({
      input: stdin,
      output: stdout,
      maxMessageBytes: server.settings.rules(undefined).maxMessageBytes,
      onUnread: (what, count) => parts.events.emit({ type: 'dropped', what, count }),
      session: {
        principal: { id: 'local', kind: 'local' },
        backend: (session) => new SingleBackend(lineTo(server, session)),
        voice: createHostVoice(server.settings.rules(undefined), parts),
      },
    });
    // A host that closes our input and sends SIGTERM sends SIGKILL next; either may be seen first.
    const hurryIfBoth = (): void => {
      if (signal.aborted && stdin.readableEnded) server.hurry();
    };
    signal.addEventListener('abort', hurryIfBoth);
    stdin.once('end', hurryIfBoth);
    await Promise.race([host.ended, aborted(signal)]);
    await host.close();
    await server.close();
    stopLog();
    return exitCodes.ok;
  },
};

function parseRunArgs(args: readonly string[]) {
  const parsed = parseArgs({
    args: [...args],
    options: { config: { type: 'string' }, name: { type: 'string' } },
    allowPositionals: true,
  });
  const [program, ...more] = parsed.positionals;
  if (program === undefined || program === '')
    throw new UsageError("Expected a server's command behind `--`, or its URL.");
  // One letter is a drive.
  const scheme = /^[a-z][a-z\d+.-]+:\/\//i.exec(program)?.[0];
  if (scheme !== undefined && !isUrl(program))
    throw new UsageError(`Expected the URL of a server to begin with http:// or https://, got ${scheme}.`);
  if (isUrl(program)) {
    if (!URL.canParse(program)) throw new UsageError(`'${program}' is not a URL that can be reached.`);
    if (more.length > 0)
      throw new UsageError(`Expected nothing behind the URL of a server, got ${quoted(more[0] ?? '')}.`);
  }
  const { name } = parsed.values;
  const refusal = name === undefined ? undefined : refuseServerName(name);
  if (refusal !== undefined) {
    const { message, hint = 'Choose another one, or leave `--name` out.' } = refusal;
    throw new UsageError(
      `Expected \`--name\` to be the name of a server, got ${quoted(name ?? '')}. ${message} ${hint}`,
    );
  }
  return parsed;
}

function isUrl(text: string | undefined): text is string {
  return text !== undefined && /^https?:\/\//i.test(text);
}
