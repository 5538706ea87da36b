import { expect, it } from 'vitest';
import { decideRedirect } from './redirect.ts';
import { FakeHttpServer, openEvents, resultFor, sendJson } from './testing/fake-http-server.ts';
import { OpenedChannel } from './testing/opened-channel.ts';
import { until } from './testing/recording-listener.ts';

const asked = {
  server: 'files',
  locale: 'en' as const,
  method: 'POST',
  status: 307,
  from: new URL('https://a.test/mcp?k=1'),
  hops: 0,
};

// C64
it.each([
  [{}, '/mcp/', '/mcp/'],
  [{ status: 308 }, 'https://a.test/v2/mcp?k=2', '/v2/mcp?k=2'],
  [{ status: 308 }, 'https://a.test:443/mcp/', '/mcp/'],
  [{ method: 'GET', status: 301 }, '/mcp/', '/mcp/'],
  [{ method: 'DELETE', status: 307 }, '/mcp/', '/mcp/'],
  [{ hops: 4 }, '/mcp/', '/mcp/'],
])('follows %j to %s', (change, location, follow) => {
  expect(decideRedirect({ ...asked, ...change, location })).toEqual({ follow });
});

it.each([
  [{}, 'http://a.test/mcp', /from https to http/],
  [{}, 'https://b.test/secret', /another host, path "\/secret"/],
  [{}, '//b.test/mcp', /another host/],
  [{}, 'https://a.test:8443/mcp', /another port/],
  [
    { from: new URL('http://a.test/mcp'), status: 301 },
    'https://a.test/mcp/',
    /https on another port or scheme, path "\/mcp\/"/,
  ],
  [{ status: 301 }, '/mcp/', /loses the message; set its url to the path "\/mcp\/"/],
  [{ status: 302 }, '/login', /HTTP 302/],
  [{ status: 303, method: 'DELETE' }, '/x', /loses the message/],
  [{ hops: 5 }, '/mcp', /more than 5 times/],
  [{}, undefined, /without an address/],
  [{}, 'ftp://a.test/', /without an address/],
  [{}, 'http://', /without an address/],
])('refuses %j to %s', (change, location, reason) => {
  const decision = decideRedirect({ ...asked, ...change, location });
  expect(decision).toMatchObject({ refuse: expect.stringMatching(reason) as string });
  expect(JSON.stringify(decision)).not.toMatch(/a\.test|b\.test/);
});

it.each([307, 308])('follows a %i with method, body and credentials, and remembers the slash', async (status) => {
  await using opened = await OpenedChannel.to(
    (request, response) => {
      if (request.path === '/mcp') response.writeHead(status, { location: '/mcp/' }).end('moved');
      else sendJson(response, resultFor(request));
    },
    { headers: { authorization: 'Bearer t' } },
  );
  opened.call(1);
  await opened.outcome(1);
  opened.call(2);
  await opened.outcome(2);
  expect(opened.server.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /mcp',
    'POST /mcp/',
    'POST /mcp/',
  ]);
  expect(opened.server.seen[1]).toMatchObject({
    message: { id: 1 },
    headers: { authorization: 'Bearer t', 'content-type': 'application/json' },
  });
  expect(opened.heard.failures.size).toBe(0);
});

it('asks a temporary place only for the request that was sent there', async () => {
  await using opened = await OpenedChannel.to((request, response) => {
    if (request.path === '/mcp') response.writeHead(307, { location: '/node-7/mcp' }).end();
    else openEvents(response).end(`data: ${JSON.stringify(resultFor(request))}\n\n`);
  });
  opened.call(1);
  await opened.outcome(1);
  opened.call(2);
  await opened.outcome(2);
  expect(opened.server.seen.map(({ path }) => path)).toEqual(['/mcp', '/node-7/mcp', '/mcp', '/node-7/mcp']);
});

it('never asks another origin, and says that nothing ran and who can mend it', async () => {
  const stranger = await FakeHttpServer.start((_request, response) => void response.end());
  await using opened = await OpenedChannel.to((_request, response) => {
    response.writeHead(308, { location: `${stranger.url.href}?token=T0K` }).end();
  });
  opened.call(1);
  await opened.outcome(1);
  expect(stranger.seen).toEqual([]);
  const failure = opened.heard.failures.get('1');
  expect(failure).toMatchObject({ executed: 'no', retryable: false, recoveryAction: 'contact_operator' });
  expect(`${failure?.message} ${String(failure?.cause)}`).not.toContain('T0K');
  await stranger.stop();
});

// The server may have done the work and then sent us to the page that shows it.
it.each([301, 302, 303])('does not claim that nothing ran where a %i answers a POST', async (status) => {
  await using opened = await OpenedChannel.to(
    (_request, response) => void response.writeHead(status, { location: '/done' }).end(),
  );
  opened.call(1);
  await opened.outcome(1);
  expect(opened.heard.failures.get('1')).toMatchObject({ executed: 'unknown', retryable: false });
  expect(opened.server.seen).toHaveLength(1);
});

it('ends a loop', async () => {
  await using opened = await OpenedChannel.to(
    (_request, response) => void response.writeHead(307, { location: '/mcp' }).end(),
  );
  opened.call(1);
  await opened.outcome(1);
  expect(opened.heard.failures.get('1')).toMatchObject({ executed: 'no' });
  expect(opened.server.seen).toHaveLength(6);
});

it('cancels a request on its way to another place', async () => {
  await using opened = await OpenedChannel.to(
    (request, response) => {
      if (request.path === '/mcp') response.writeHead(307, { location: '/slow' }).end();
    },
    { era: 'modern' },
  );
  opened.call(1);
  await until(() => opened.server.seen.length === 2);
  opened.channel.cancel('1');
  await until(() => opened.server.seen[1]?.aborted() ?? false);
  expect(opened.heard.log).toEqual([]);
});
