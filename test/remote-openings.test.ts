import { describe, expect, it } from 'vitest';
import {
  at,
  cliPath,
  HttpFront,
  textOf,
  until,
  useKit,
  type FrontRequest,
  type FrontRule,
  type RawStdioHost,
} from './kit/index.ts';

const kit = useKit();

/** `breakwater run URL`, and the host in front of it. */
function run(url: string): RawStdioHost {
  return kit.openStdio({ command: process.execPath, args: [cliPath, 'run', '--name', 'fake', url] });
}

/** Servers with sessions know nothing but `initialize` before one is open; this is what else gets. */
function beforeSession(refuse: FrontRule): FrontRule {
  return (request, response) =>
    request.rpc !== 'initialize' && request.headers['mcp-session-id'] === undefined && refuse(request, response);
}

function refused(status: number, body: string, headers: Readonly<Record<string, string>> = {}): FrontRule {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body);
    return true;
  };
}

const noSession: FrontRule = (_request, response) => {
  const error = { code: -32_000, message: 'Bad Request: No valid session ID provided' };
  response.writeHead(400, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error }));
  return true;
};

describe('a host that asks for the modern wire first', () => {
  it('has the whole legacy one afterwards, on the same line', async () => {
    const { server, journal } = await kit.fake('slow', { over: 'http' });
    await using front = await HttpFront.open(server.url, beforeSession(noSession));
    const host = run(front.url);

    expect((await host.modern('server/discover')).error).toBeDefined();
    expect((await host.initialize()).result).toBeDefined();
    expect(textOf(await host.callTool('fast'))).toBe('fast');
    const opening = front.seen.findIndex(({ rpc }) => rpc === 'initialize');
    expect(modernHeadersOf(front.seen.slice(opening))).toEqual([]);
    const sessions = new Set(front.seen.slice(opening + 1).map(({ headers }) => headers['mcp-session-id']));
    expect([...sessions]).toEqual([expect.any(String)]);

    // What the legacy wire has and the modern one has not: a stream for all, and cancelling in words.
    await until('the stream', () => front.heard.includes('GET'));
    const requestId = host.ask('tools/call', { name: 'count' });
    await journal.waitFor('counted');
    host.notify('notifications/cancelled', { requestId });
    await journal.waitFor('cancelled');
  });
});

describe("a modern host's initialize", () => {
  it.each(['stdio', 'http'] as const)('is refused, and takes the wire from nobody (%s)', async (over) => {
    const gateway = await kit.startGateway({ mcpServers: { fixture: await kit.fixture(over) } });
    const one = kit.openHttp(gateway.endpoint('fixture'), { era: 'modern' });
    const other = kit.openHttp(gateway.endpoint('fixture'), { era: 'modern' });
    expect((await other.callTool('test_simple_text')).result).toBeDefined();

    expect((await one.request('initialize')).error).toMatchObject({ code: -32_601 });
    expect((await other.callTool('test_simple_text')).result).toBeDefined();
  });
});

describe("a legacy host's initialize", () => {
  it.each<[string, FrontRule]>([
    ['fails', refused(500, "Cannot read properties of undefined (reading 'sessionId')")],
    ['wants a credential', refused(401, '')],
    ['never answers', () => true],
  ])('is the first that a server hears which %s before there is a session', async (_what, refuse) => {
    const { server } = await kit.fake('slow', { over: 'http' });
    await using front = await HttpFront.open(server.url, beforeSession(refuse));
    const host = run(front.url);

    expect((await host.initialize()).result).toBeDefined();
    expect(textOf(await host.callTool('fast'))).toBe('fast');
    expect(front.heard[0]).toBe('initialize');

    const gateway = await kit.startGateway({ mcpServers: { fake: { type: 'http', url: front.url } } });
    const other = kit.openHttp(gateway.endpoint('fake'));
    expect((await other.initialize()).result).toBeDefined();
    expect(textOf(await other.callTool('fast'))).toBe('fast');
  });
});

describe('what is said of a server that is being deployed', () => {
  it.each<[string, FrontRule]>([
    ['404', refused(404, '404 page not found')],
    ['503', refused(503, 'no available server')],
    ['200 and a page', refused(200, '<html>Welcome</html>')],
  ])('holds no longer than that (%s)', async (_what, away) => {
    const { server } = await kit.fake('slow', { over: 'sse' });
    await using front = await HttpFront.open(server.url, away);
    const gateway = await kit.startGateway({ mcpServers: { fake: { url: front.url } } });
    const early = kit.openHttp(gateway.endpoint('fake'));
    expect((await early.initialize()).error).toMatchObject({ data: { executed: 'no' } });

    front.rule = () => false;
    const host = kit.openHttp(gateway.endpoint('fake'));
    expect((await host.initialize()).result).toBeDefined();
    expect(textOf(await host.callTool('fast'))).toBe('fast');
  });
});

describe('a server that says when to come back', () => {
  it('is left alone until then, and calls are told so at once', async () => {
    const { server } = await kit.fake('slow', { over: 'http' });
    await using front = await HttpFront.open(server.url, refused(429, 'slow down', { 'retry-after': '3600' }));
    const gateway = await kit.startGateway({ mcpServers: { fake: { url: front.url } } });
    for (let session = 0; session < 3; session++) {
      const { error } = await kit.openHttp(gateway.endpoint('fake')).initialize();
      expect(error?.data).toMatchObject({ kind: 'rate_limited_long', executed: 'no', retryable: false });
      const retryAfter = Number(at(error, 'data', 'retryAfter'));
      expect(retryAfter).toBeGreaterThan(3_500);
      expect(retryAfter).toBeLessThanOrEqual(3_600);
    }
    expect(front.heard.filter((rpc) => rpc === 'initialize')).toHaveLength(1);
  });

  it('has the call that may wait so long wait', async () => {
    const { server } = await kit.fake('slow', { over: 'http' });
    let refusals = 0;
    await using front = await HttpFront.open(server.url, (request, response) => {
      if (request.rpc !== 'initialize' || ++refusals > 1) return false;
      return refused(503, 'busy', { 'retry-after': '1' })(request, response);
    });
    const host = run(front.url);
    expect((await host.initialize()).result).toBeDefined();
    expect(front.heard.filter((rpc) => rpc === 'initialize')).toHaveLength(2);
  });
});

function modernHeadersOf(requests: readonly FrontRequest[]): readonly string[] {
  return requests.flatMap(({ headers }) =>
    Object.entries(headers).flatMap(([name, value]) =>
      name === 'mcp-method' || (name === 'mcp-protocol-version' && value === '2026-07-28') ? [name] : [],
    ),
  );
}
