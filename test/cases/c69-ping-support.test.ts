import { describe, expect, it } from 'vitest';
import { textOf, useKit, type Journal, type RawHttpHost, type RawStdioHost } from '../kit/index.ts';
import { openDoor } from './doors.ts';

const answers = ['ping-32601', 'ping-32600', 'ping-32603', 'ping-silent'];

describe('C69', () => {
  const kit = useKit();

  it('C69 a server that does not know ping is as alive as any (serve)', async () => {
    const fakes = await Promise.all([
      ...answers.map((variant) => kit.fake('optional', { words: [variant] })),
      ...[...answers, 'ping-404'].map((variant) => kit.fake('optional', { over: 'http', words: [variant] })),
    ]);
    const gateway = await kit.startGateway({
      mcpServers: Object.fromEntries(fakes.map(({ server }, index) => [`s${index}`, server])),
    });
    const seen = fakes.map(({ journal }, index) => twoRounds(kit.openHttp(gateway.endpoint(`s${index}`)), journal));
    expect(await Promise.all(seen)).toEqual(fakes.map(() => undisturbed));
  });

  it.each(['ping-32601', 'ping-silent'])(
    'C69 a server that does not know ping is as alive as any (run, %s)',
    async (variant) => {
      const { host, journal } = await openDoor(kit, 'run', 'optional', { words: [variant] });
      expect(await twoRounds(host, journal)).toEqual(undisturbed);
    },
  );
});

/** What the host hears, and what its server is bothered with meanwhile. */
const undisturbed = { pongs: [{}, {}], texts: ['hello', 'hello'], pings: 0, starts: 0, sessions: 0 };

async function twoRounds(host: RawHttpHost | RawStdioHost, journal: Journal): Promise<typeof undisturbed> {
  await host.initialize();
  const starts = journal.count('started');
  const sessions = journal.received('initialize').length;
  const pongs: object[] = [];
  const texts: string[] = [];
  for (let round = 0; round < 2; round++) {
    const pong = await host.request('ping');
    pongs.push(pong.result ?? pong);
    texts.push(textOf(await host.callTool('hello')));
  }
  return {
    pongs,
    texts,
    pings: journal.received('ping').length,
    starts: journal.count('started') - starts,
    sessions: journal.received('initialize').length - sessions,
  };
}
