import { Message } from '@breakwater/core';
import { describe, expect, it } from 'vitest';
import { laterLeg, withAsker } from './reading-state.ts';

const asks = { resultType: 'input_required', inputRequests: { k: { method: 'roots/list' } } };

/** What the server gets of the next leg, where the host echoes the state that it was given. */
function nextLeg(server: string, result: object): { readonly server: string; readonly params: unknown } | undefined {
  const { requestState } = withAsker(Message.result('1', result), server).result as { readonly requestState: string };
  const params = { uri: 'test://doc', requestState, inputResponses: { k: { roots: [] } } };
  const leg = laterLeg(Message.request(2, 'resources/read', params));
  return leg && { server: leg.server, params: leg.message.params };
}

describe('the state of a reading', () => {
  it.each(['sealed', 'one__other', '', '"\\\u2028__'])('comes back to its server as it was: %j', (requestState) => {
    const params = { uri: 'test://doc', inputResponses: { k: { roots: [] } }, requestState };
    expect(nextLeg('files', { ...asks, requestState })).toEqual({ server: 'files', params });
  });

  it('is none for a server that has given none', () => {
    const params = { uri: 'test://doc', inputResponses: { k: { roots: [] } } };
    expect(nextLeg('files', asks)).toEqual({ server: 'files', params });
  });

  it('is not looked for in a resource that speaks of it', () => {
    const answer = Message.result('1', { contents: [{ uri: 'test://doc', text: 'input_required' }] });
    expect(withAsker(answer, 'files')).toBe(answer);
  });

  it('is not in a request that begins', () => {
    expect(laterLeg(Message.request(1, 'resources/read', { uri: 'test://doc' }))).toBeUndefined();
  });
});
