import { describe, expect, it } from 'vitest';
import { createRedactor } from '@breakwater/core';
import { at, until, useKit } from '../kit/index.ts';
import { openDoor } from './doors.ts';

// A token by its shape alone: nobody has told the gateway that it is one.
const token = `ghp_${'Kq3Zt8Wm1Xv6Rb9Nc4Yd7Lf2Hs5Jg0Pa3Te1'.slice(0, 36)}`;
const planted = 'S3cr3tV4lueOf0urs-0123456789';

describe('C124', () => {
  const kit = useKit();

  it.each(['run', 'http'] as const)(
    'C124 a token over the place where a text is cut is gone, not halved, in data as well (%s)',
    async (kind) => {
      const { host, log } = await openDoor(kit, kind, 'leaks');
      await host.initialize();
      const answer = await host.callTool('long', { token });
      const fault = at(answer, 'result', '_meta', 'dev.breakwater/fault');

      // The text is cut, since it is longer than a message may be.
      expect(String(at(fault, 'message')).length).toBeLessThanOrEqual(500);
      expect(piecesIn(`${JSON.stringify(answer)}${log()}`, token)).toEqual([]);
    },
  );

  it.each(['run', 'serve'] as const)(
    'C124 a secret that comes on stderr in two pieces is masked (%s)',
    async (kind) => {
      const env = { SECRET: planted };
      const { server } = await kit.fake('leaks', { words: ['dies-in-pieces'] });
      const gateway = kind === 'run' ? undefined : await kit.startGateway({ mcpServers: { fake: { ...server, env } } });
      const stdio = kind === 'run' ? kit.runGateway(server, { env }) : undefined;
      const host = stdio ?? kit.openHttp(gateway?.endpoint('fake') ?? '');
      const log = (): string => stdio?.stderr ?? gateway?.stderr ?? '';

      const answer = await host.initialize();
      expect(answer.error?.message).toContain('stderr');
      await until('its stderr', () => log().includes('SECRET='));
      expect(piecesIn(`${JSON.stringify(answer)}${log()}`, planted)).toEqual([]);
    },
  );

  it('C124 wherever a stream is cut, no eight characters of a secret come through', () => {
    const redactor = createRedactor([{ value: planted, named: true }]);
    const text = `before ${planted} between ${token} after\nand ${planted}\n`;
    for (let cut = 1; cut < text.length; cut++) {
      const stream = redactor.stream();
      const shown = stream.push(text.slice(0, cut)) + stream.push(text.slice(cut)) + stream.end();
      expect({ cut, pieces: [...piecesIn(shown, planted), ...piecesIn(shown, token)] }).toEqual({ cut, pieces: [] });
      expect(shown).toContain('between');
    }
  });
});

/** Eight consecutive characters of the secret that stand in the text. */
function piecesIn(text: string, secret: string): readonly string[] {
  const pieces = Array.from({ length: secret.length - 7 }, (_, from) => secret.slice(from, from + 8));
  return pieces.filter((piece) => text.includes(piece));
}
