import { Message, type Target } from '@breakwater/core';
import { expect, it } from 'vitest';
import { HostRequest } from './host-request.ts';

const target: Target = { kind: 'tool', server: 'one', name: 'count' };

function aRequest(ended: (request: HostRequest) => void = () => {}): HostRequest {
  return new HostRequest(
    Message.request(1, 'tools/call', { name: 'count' }),
    { send: () => true, answer: () => {}, end: () => {} },
    { correlationId: 'c', principal: { id: 'local', kind: 'local' }, ended },
  );
}

it.each([
  ['cancel', 'disconnect'],
  ['continue', undefined],
] as const)(
  'obeys `onDisconnect: "%s"` whether its host leaves before or after it is known where it goes',
  (onDisconnect, reason) => {
    const [early, late] = [aRequest(), aRequest()];
    early.left();
    expect(early.cancel.reason).toBeUndefined();
    for (const request of [early, late])
      request.goesTo({ rulesFor: () => ({ onDisconnect, errors: 'result', locale: 'en' }) }, target);
    late.left();

    expect([early, late].map(({ cancel }) => cancel.reason)).toEqual([reason, reason]);
  },
);

it('tells the end of a part to whoever hears of its own', () => {
  const ended: HostRequest[] = [];
  const whole = aRequest((request) => ended.push(request));
  const [answered, dropped] = [0, 1].map(() => whole.part(whole.message, () => true));
  answered?.answer(Message.result('1', {}));
  whole.drop('caller');
  expect(ended).toEqual([answered, dropped, whole]);
});
