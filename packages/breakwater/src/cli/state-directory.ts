import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { ChildRecords } from '@breakwater/transport';
import type { GatewayParts } from '../gateway/server/server.ts';

/** Where this user's running gateways keep what the next one has to know; readable by this user alone. */
export function stateDirectory(configured: string | undefined, env: Readonly<NodeJS.ProcessEnv>): string {
  if (configured !== undefined) return configured;
  const named = [env['XDG_STATE_HOME'], process.platform === 'win32' ? env['LOCALAPPDATA'] : undefined];
  // XDG Base Directory Specification: what is empty or relative counts as unset.
  const state = named.find((path) => isAbsolute(path ?? '')) ?? join(homedir(), '.local', 'state');
  return join(state, 'breakwater');
}

/** Opens the records of children in a state directory; undefined where there can be none, which is no reason not to work. */
export function openChildRecords(directory: string, { clock, events }: GatewayParts): ChildRecords | undefined {
  const onProblem = (cause: unknown): void => events.emit({ type: 'bug', correlationId: 'state-directory', cause });
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    return new ChildRecords({ directory, clock, onProblem });
  } catch (error) {
    onProblem(error);
    return undefined;
  }
}
