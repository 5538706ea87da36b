import { describe, expect, it } from 'vitest';
import { at, textOf, useKit } from '../kit/index.ts';
import { openDoor } from './doors.ts';

/**
 * Lets the clock of the HTTP library run about 200 times as fast: it counts in ticks of 499 ms, each of which is told in
 * real time here, so that its 300 s pass in less than two seconds and nothing of ours is any faster.
 */
const fastLibrary = `data:text/javascript,${encodeURIComponent(`
  const real = globalThis.setTimeout;
  globalThis.setTimeout = Object.assign((run, ms, ...rest) => real(run, ms === 499 ? 2 : ms, ...rest), real);
`)}`;

describe('C56', () => {
  const kit = useKit();

  it.each(['late-headers', 'quiet'])(
    'C56 no timer of the HTTP library ends a call, however long it is silent (%s)',
    async (variant) => {
      const { server } = await kit.fake('streams', { over: 'http', words: [variant], ms: 2_000 });
      const gateway = await kit.startGateway(
        { mcpServers: { fake: server } },
        { env: { NODE_OPTIONS: `--import=${fastLibrary}` } },
      );
      const host = kit.openHttp(gateway.endpoint('fake'));
      await host.initialize();
      const answers = await Promise.all([host.callTool('long'), host.callTool('send')]);
      expect(answers.map(textOf)).toEqual(['at last', 'at last']);
    },
  );

  it.each(['late-headers', 'quiet'])('C56 the deadline of the call does, and says so (%s)', async (variant) => {
    const { host, journal } = await openDoor(kit, 'http', 'streams', {
      words: [variant],
      ms: 1_500,
      rules: { deadline: '400ms' },
    });
    await host.initialize();
    const started = performance.now();
    const answer = await host.callTool('send');
    expect(performance.now() - started).toBeLessThan(900);
    expect(textOf(answer)).toContain('did not answer within 400 ms (deadline, set for this server).');
    expect(at(answer, 'result', '_meta', 'dev.breakwater/fault')).toMatchObject({
      kind: 'request_timeout',
      executed: 'unknown',
      retryable: false,
    });
    expect(journal.count('committed')).toBe(1);
  });

  it('C56 a call that is slow ends no other one', async () => {
    const { host } = await openDoor(kit, 'http', 'streams', {
      words: ['quiet'],
      ms: 1_500,
      config: { tools: { 'fake/send': { timeout: '200ms' } } },
    });
    await host.initialize();
    const [long, send] = await Promise.all([host.callTool('long'), host.callTool('send')]);
    expect(textOf(long)).toBe('at last');
    expect(textOf(send)).toContain('(timeout, set for this tool)');
    expect(textOf(await host.callTool('hello'))).toBe('hello');
  });
});
