import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Kit } from '../kit/index.ts';

/** A command as an entry of `mcpServers` holds it. */
export interface Command {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** The key under which a real server is configured. */
export type RealServer = 'everything' | 'filesystem' | 'memory';

/** The three official servers; the folder and the graph they work on belong to the running test. */
export function realServers(kit: Kit): Readonly<Record<RealServer, Command>> {
  const { directory } = kit.place;
  const files = join(directory, 'files');
  mkdirSync(files, { recursive: true });
  return {
    everything: { command: process.execPath, args: [entryOf('everything')] },
    filesystem: { command: process.execPath, args: [entryOf('filesystem'), files] },
    memory: {
      command: process.execPath,
      args: [entryOf('memory')],
      env: { MEMORY_FILE_PATH: join(directory, 'memory.jsonl') },
    },
  };
}

/** The program of a real server. */
export function entryOf(server: RealServer): string {
  return createRequire(import.meta.url).resolve(`@modelcontextprotocol/server-${server}/dist/index.js`);
}
