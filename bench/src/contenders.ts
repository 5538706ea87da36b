import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { peerProgram } from './peers.ts';
import { freePort, type Running, start } from './running.ts';

/** Who is measured: ours, the floor beneath it, and two published gateways. */
export type ContenderName = 'breakwater' | 'floor' | 'mcp-proxy' | 'supergateway';

/** A contender that serves the echo server at a URL. */
export interface Contender extends Running {
  readonly name: ContenderName;
  readonly url: string;
}

const node = process.execPath;
const breakwater = join(import.meta.dirname, '../../packages/breakwater/bin/breakwater.mjs');

/** The command of the echo server that everything here stands in front of. */
export const echoCommand: readonly string[] = [node, join(import.meta.dirname, 'echo-server.mjs')];

/** The command of our own gateway; throws when it is not there or not built. */
export function breakwaterCommand(...args: readonly string[]): readonly string[] {
  const built = join(import.meta.dirname, '../../packages/breakwater/dist/index.js');
  if (!existsSync(breakwater) || !existsSync(built)) throw new Error('it is not built: run `npm run build`');
  return [node, breakwater, ...args];
}

/** Starts a contender in front of the echo server, each as its own documentation says for this task. */
export async function startContender(name: ContenderName, folder: string): Promise<Contender> {
  const port = await freePort();
  const { command, path } = commandOf(name, port, folder);
  const running = await start(command, port, join(folder, `${name}.log`));
  return { ...running, name, url: `http://127.0.0.1:${port}${path}` };
}

interface HowToStart {
  readonly command: readonly string[];
  readonly path: string;
}

function commandOf(name: ContenderName, port: number, folder: string): HowToStart {
  switch (name) {
    case 'breakwater': {
      const [command, ...args] = echoCommand;
      const file = join(folder, 'breakwater.json');
      const mcpServers = { echo: { command, args } };
      const listen = `127.0.0.1:${port}`;
      writeFileSync(file, JSON.stringify({ mcpServers, listen, store: 'memory:', stateDir: join(folder, 'state') }));
      return { command: breakwaterCommand('serve', file), path: '/mcp/echo' };
    }
    case 'floor':
      return { command: [node, join(import.meta.dirname, 'floor.mjs'), String(port), ...echoCommand], path: '/' };
    case 'mcp-proxy': {
      const options = ['--host', '127.0.0.1', '--port', String(port), '--server', 'stream', '--no-eventStore'];
      return { command: [node, peerProgram(name), ...options, '--', ...echoCommand], path: '/mcp' };
    }
    case 'supergateway': {
      // Without --stateful it starts a server for each request.
      const options = ['--outputTransport', 'streamableHttp', '--stateful', '--logLevel', 'none'];
      const server = echoCommand.map((word) => JSON.stringify(word)).join(' ');
      return {
        command: [node, peerProgram(name), '--stdio', server, '--port', String(port), ...options],
        path: '/mcp',
      };
    }
    default:
      return name satisfies never;
  }
}
