import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange, Fake, FakeCall, FakeTool, Json } from './responder/fake.ts';
import { runFake } from './responder/run-fake.ts';
import { asText, definitions } from './responder/server.ts';

// Lists its tools in odd ways. `pages`: 120 in pages of 50, the last cursor empty; `flaky`: its second page fails once;
// `broken`: always. `same`, `alternate`, `fresh`: 8 tools on a page, and cursors without an end;
// `grows` has other tools on each page under one cursor. `changes`: the tool `change`
// alters the list (`how`: add, remove, schema, burst, during) and says so; `quiet` never declared that it would,
// and `silent` doesn't. `how: unheard` (over HTTP) cuts the streams that could have carried it before.
await runFake(({ variant }): Fake => {
  switch (variant) {
    case 'changes':
    case 'quiet':
    case 'silent':
      return changing(variant);
    case 'same':
    case 'alternate':
    case 'fresh':
    case 'grows':
      return { tools: many(8), methods: { 'tools/list': endless(variant) } };
    default:
      return { tools: many(120), methods: { 'tools/list': paged(variant) } };
  }
});

function many(count: number): Readonly<Record<string, FakeTool>> {
  const names = Array.from({ length: count }, (_, n) => `tool_${String(n + 1).padStart(3, '0')}`);
  return Object.fromEntries(names.map((name) => [name, { call: () => name }]));
}

function paged(variant: string): (call: FakeCall) => Json | undefined {
  const all = definitions(many(120));
  let failures = 0;
  return ({ params, fail }) => {
    const from = params['cursor'] === undefined ? 0 : Number(atob(asText(params['cursor'])));
    const fails = from === 50 && (variant === 'broken' || (variant === 'flaky' && failures++ === 0));
    if (fails) {
      fail(-32_603, 'The page could not be read. Try again.');
      return undefined;
    }
    const next = from + 50;
    const nextCursor = next < all.length ? btoa(String(next)) : '';
    return { tools: all.slice(from, next), nextCursor };
  };
}

function endless(variant: string): () => Json {
  const all = definitions(many(8_000));
  let asked = 0;
  return () => {
    const from = variant === 'grows' ? 8 * asked : 0;
    asked += 1;
    const nextCursor = variant === 'alternate' ? `page-${asked % 2}` : variant === 'fresh' ? `page-${asked}` : 'again';
    return { tools: all.slice(from, from + 8), nextCursor };
  };
}

function changing(variant: 'changes' | 'quiet' | 'silent'): Fake {
  const listChanged = variant === 'changes';
  const tools: Record<string, FakeTool> = {
    hello: { call: () => 'hello' },
    change: { call: change },
  };
  const streams: Exchange[] = [];
  return {
    capabilities: { tools: listChanged ? { listChanged } : {} },
    tools,
    exchanged(exchange) {
      if (exchange.request.method === 'GET') streams.push(exchange);
      return false;
    },
  };

  async function change({ args, wire }: FakeCall): Promise<string> {
    const announce = (): void => {
      if (variant !== 'silent') wire.send({ method: 'notifications/tools/list_changed' });
    };
    switch (args['how']) {
      case 'remove':
        delete tools['hello'];
        break;
      case 'unheard':
        for (const { response } of streams.splice(0)) response.destroy();
        tools['added'] = { call: () => 'added' };
        return 'changed';
      case 'schema':
        tools['hello'] = {
          definition: { inputSchema: { type: 'object', required: ['name'] } },
          call: ({ args: { name }, fail }) => (name === undefined ? fail(-32_602, 'Invalid arguments') : 'hello'),
        };
        break;
      case 'burst':
        for (let n = 1; n <= 10; n++) {
          tools[`burst_${n}`] = { call: () => 'burst' };
          announce();
          await sleep(10);
        }
        return 'changed ten times';
      default:
        tools['added'] = { call: () => 'added' };
    }
    announce();
    // `during`: the notification is under way while this call still runs.
    if (args['how'] === 'during') await sleep(300);
    return 'changed';
  }
}
