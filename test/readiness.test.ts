import { expect, it } from 'vitest';
import { at, textOf, until, useKit, type Gateway } from './kit/index.ts';

const kit = useKit();

it('calls a server ready as long as one session has it, and else says what ails it', async () => {
  const later = await kit.fake('exits', { words: ['later', '2'] });
  const gateway = await kit.startGateway({ mcpServers: { later: later.server } });
  // Its first process is asked which wire it speaks.
  await until('the question to be over', async () => (await shown(gateway))['state'] === 'idle');

  const well = kit.openHttp(gateway.endpoint());
  await well.initialize();
  expect(await shown(gateway)).toEqual({ state: 'ready' });
  const unlucky = kit.openHttp(gateway.endpoint());
  await unlucky.initialize();
  await later.journal.waitFor('alive', 3);
  await until('the log to tell of it', () => gateway.stderr.includes('exit code 1'));
  expect(await shown(gateway)).toEqual({ state: 'ready' });
  expect(textOf(await well.callTool('later__hello'))).toBe('hello');
  expect(gateway.stderr).not.toMatch(/"state":"(?:backing-off|failed)"/);

  await well.delete().finished();
  const { state, reason } = await shown(gateway);
  expect(['starting', 'backing-off', 'failed']).toContain(state);
  expect(reason).toContain('exit code 1');

  await unlucky.delete().finished();
  expect(await shown(gateway)).toMatchObject({ state: 'idle' });
});

/** What `/readyz` says of the server. */
async function shown(gateway: Gateway): Promise<Readonly<Record<string, unknown>>> {
  const readiness: unknown = await (await fetch(`${gateway.url}/readyz`)).json();
  return Object.assign({}, at(readiness, 'servers', 'later'));
}
