import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fake, FakeCall, Json } from './responder/fake.ts';
import { refuse } from './responder/http.ts';
import { runFake } from './responder/run-fake.ts';
import { definitions } from './responder/server.ts';

// Is particular about the opening.
// `gated` lists no tools, `deaf` answers nothing, before `notifications/initialized`.
// `refuses-text`, `refuses-data` refuse versions that they don't know, over HTTP with status 400, and name theirs, as
// `refuses-plain` does over HTTP without JSON; `older` answers with its own; `future` with one that nobody knows.
// `picky` refuses whoever opens with 2024-11-05, and names no other; its tool `die` ends it over stdio.
await runFake(({ variant }): Fake => {
  let initialized = false;
  const tools = {
    hello: { definition: { annotations: { readOnlyHint: true } }, call: () => 'hello' },
    ...(variant === 'picky' && { die: { call: () => process.exit(3) } }),
  };
  return {
    tools,
    notified(method, _params, wire) {
      if (method !== 'notifications/initialized') return;
      initialized = true;
      wire.journal.note('initialized');
    },
    methods: {
      initialize: (call) => initialize(call, variant),
      ...(variant === 'gated' && { 'tools/list': () => ({ tools: initialized ? definitions(tools) : [] }) }),
      ...(variant === 'deaf' && {
        'tools/list': () => (initialized ? { tools: definitions(tools) } : undefined),
        'tools/call': () => (initialized ? 'hello' : undefined),
        ping: () => (initialized ? {} : undefined),
      }),
    },
    async exchanged({ method, request, response }) {
      // Late, so that over HTTP whatever doesn't wait for it overtakes it.
      if (method === 'notifications/initialized') await sleep(150);
      const version = request.headers['mcp-protocol-version'];
      if (!variant.startsWith('refuses') || version === undefined || known.includes(String(version))) return false;
      refuseVersion(response, variant, { supported: known });
      return true;
    },
  };
});

const known = ['2025-06-18', '2025-03-26'];
const message = `Bad Request: Unsupported protocol version (supported versions: ${known.join(', ')})`;

function refuseVersion(response: ServerResponse, variant: string, data: Json | undefined): void {
  if (variant === 'refuses-plain') response.writeHead(400, { 'content-type': 'text/plain' }).end(message);
  else refuse(response, 400, -32_000, message, variant === 'refuses-data' ? data : undefined);
}

function initialize({ params, fail, exchange }: FakeCall, variant: string): Json | undefined {
  const wanted = String(params['protocolVersion']);
  if (variant.startsWith('refuses') && !known.includes(wanted)) {
    const data = variant === 'refuses-data' ? { supported: known, requested: wanted } : undefined;
    if (exchange === undefined) fail(-32_602, message, data);
    else refuseVersion(exchange.response, variant, data);
    return undefined;
  }
  if (variant === 'picky' && wanted === '2024-11-05') {
    fail(-32_602, 'The licence of bob@example.org has expired.');
    return undefined;
  }
  const versions: Readonly<Record<string, string>> = { older: '2025-03-26', future: '2099-01-01' };
  const protocolVersion = versions[variant] ?? wanted;
  return { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'fake', version: '1' } };
}
