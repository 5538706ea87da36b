import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { stateDirectory } from './state-directory.ts';

const ofUser = join(homedir(), '.local', 'state', 'breakwater');

it.each([
  ['what is configured', '/etc/state', { XDG_STATE_HOME: '/var/state' }, '/etc/state'],
  ['where the system keeps state', undefined, { XDG_STATE_HOME: '/var/state' }, '/var/state/breakwater'],
  ['the state folder of the user', undefined, {}, ofUser],
  ['the same where the system says nothing', undefined, { XDG_STATE_HOME: '' }, ofUser],
  ['the same where the system names no absolute path', undefined, { XDG_STATE_HOME: 'state' }, ofUser],
])('keeps records in %s', (_where, configured, env, directory) => {
  expect(stateDirectory(configured, env)).toBe(directory);
});
