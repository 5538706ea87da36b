import { faultMetaKey, Message } from '@breakwater/core';
import { VirtualClock } from '@breakwater/core/testing';
import { expect, it } from 'vitest';
import { lineTo } from '../server/shared-line.ts';
import { FakeHost } from '../testing/fake-host.ts';
import { FakeSource } from '../testing/fake-source.ts';
import { serverOf } from '../testing/server-of.ts';
import { SingleBackend } from './single-backend.ts';

/** Hosts of one server, each with a line of its own. */
function someHosts() {
  const clock = new VirtualClock({ autoAdvance: false });
  const source = new FakeSource();
  const server = serverOf('files', source, { clock });
  const open = async () => {
    const host = new FakeHost();
    host.backend = new SingleBackend(lineTo(server, host));
    const opening = host.initialize();
    await clock.advance(100);
    await opening;
    await clock.advance(100);
    return { host, line: source.line };
  };
  return { clock, source, server, open };
}

it('marks a list as not whole when the server is gone behind its first page', async () => {
  const { clock, source, server, open } = someHosts();
  const { host, line } = await open();
  line.answers['tools/list'] = (request) => {
    line.say(Message.result(request.id ?? '', { tools: [{ name: 'first' }], nextCursor: 'second' }));
    line.die();
    return undefined;
  };
  const listing = host.request('tools/list');
  await clock.advance(0);
  const list = await listing;

  expect(list?.result).toMatchObject({
    tools: [{ name: 'first' }],
    _meta: { [faultMetaKey]: { kind: 'connection_lost', server: 'files', retryable: true } },
  });
  expect(list?.result).not.toHaveProperty('nextCursor');
  expect(server.catalog.get('first')).toBeUndefined();
  expect(source.lines).toHaveLength(1);
});
