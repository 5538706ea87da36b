import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { at, textOf, useKit, type Journal, type Json, type RawHttpHost } from '../kit/index.ts';

const kit = useKit();

/** The ways in which hosts can meet at one server: what is behind, on which wire, and who is on it. */
const places = {
  'a child each': {},
  'a session each': { over: 'http' },
  'one child for all': { share: 'all' },
  'one session for all': { over: 'http', share: 'all' },
  'one modern child': { eras: ['modern'] },
  'one modern URL': { over: 'http', eras: ['modern'] },
  'a child of either wire': { eras: ['legacy', 'modern'] },
  'a URL of either wire': { over: 'http', eras: ['legacy', 'modern'] },
  'all servers at once': { merged: true, eras: ['legacy', 'modern'] },
} as const satisfies Readonly<Record<string, Place>>;

interface Place {
  readonly over?: 'http';
  readonly share?: 'all';
  readonly eras?: readonly Era[];
  readonly merged?: boolean;
}

type Era = RawHttpHost['era'];

/** The hosts' side of a gateway. */
interface House extends Place {
  readonly eras: readonly Era[];
  readonly journal: Journal;
  /** The name of a tool, as it is called here. */
  tool(name: string): string;
  /** A host that isn't opened yet. */
  host(era: Era): RawHttpHost;
}

async function build(place: Place): Promise<House> {
  const { over = 'stdio', share, eras = ['legacy'], merged = false } = place;
  const { server, journal } = await kit.fake('neighbours', { over, modern: eras.includes('modern'), ms: 60 });
  const others = merged ? { names: (await kit.fake('names')).server } : {};
  const gateway = await kit.startGateway({
    mcpServers: { fake: server, ...others },
    ...(share !== undefined && { servers: { fake: { share } } }),
  });
  const url = gateway.endpoint(merged ? undefined : 'fake');
  return {
    ...place,
    eras,
    journal,
    tool: (name) => (merged ? `fake__${name}` : name),
    host: (era) => kit.openHttp(url, { era }),
  };
}

/** What a host can be in the middle of. It is brought there, and later has to end as if nobody else were there. */
type State = (host: RawHttpHost, text: string, house: House) => Promise<() => Promise<void>>;

const states: Readonly<Record<string, State>> = {
  'is not there yet': async (host, text, house) => async () => {
    await open(host);
    await answers(host, text, house);
  },
  'is opening': async (host, text, house) => {
    const opening = open(host);
    return async () => {
      await opening;
      await answers(host, text, house);
    };
  },
  'is idle': async (host, text, house) => {
    await open(host);
    return () => answers(host, text, house);
  },
  'has a call under way': async (host, text, house) => {
    await open(host);
    const answer = host.callTool(house.tool('hold'), { ms: 900, text });
    return async () => {
      expect(textOf(await answer)).toBe(text);
      await answers(host, text, house);
    };
  },
  'hears of progress': async (host, text, house) => {
    await open(host);
    const answer = host.callTool(house.tool('tick'), { times: 6, everyMs: 150, text }, { progressToken: 1 });
    return async () => {
      expect(textOf(await answer)).toBe(text);
      const heard = host.inbox.notifications('notifications/progress').map(({ params }) => params);
      expect(heard).toEqual([1, 2, 3, 4, 5, 6].map((progress) => ({ progressToken: 1, progress })));
    };
  },
  writes: async (host, text, house) => {
    await open(host);
    const answer = host.callTool(house.tool('send'), { text });
    return async () => {
      expect(textOf(await answer)).toBe(text);
      expect(house.journal.entries('executed').filter((entry) => entry['text'] === text)).toHaveLength(1);
    };
  },
  'is asked': async (host, _text, house) => {
    // Nobody can be asked on a line that belongs to all; and the modern wire asks in its answers.
    if (house.share === 'all' || host.era === 'modern') return async () => undefined;
    await open(host, { elicitation: {} });
    const answer = host.callTool(house.tool('elicit'));
    const question = await host.inbox.waitFor('the question', ({ method }) => method === 'elicitation/create');
    return async () => {
      const content = { said: host.sessionId };
      host.post({ jsonrpc: '2.0', id: question.id, result: { action: 'accept', content } });
      expect(JSON.parse(textOf(await answer))).toEqual({ action: 'accept', content });
      expect(host.inbox.requests()).toHaveLength(1);
    };
  },
  'is subscribed': async (host, _text, house) => {
    if (host.era === 'modern') return async () => undefined;
    await open(host);
    await host.get().opened();
    const uri = `test://${house.share ?? 'own'}`;
    const params = { uri };
    expect((await host.request('resources/subscribe', params)).error).toBeUndefined();
    return async () => {
      await host.callTool(house.tool('touch'), params);
      await host.inbox.waitFor('the update', (message) => at(message, 'params', 'uri') === uri);
    };
  },
  lists: async (host, _text, house) => {
    await open(host);
    const answer = host.request('tools/list');
    return async () => {
      const tools = at(await answer, 'result', 'tools');
      expect((tools as readonly Json[]).map(({ name }) => name)).toContain(house.tool('hold'));
    };
  },
};

/** What one host does, or what is done to it, that is nobody else's concern. */
type Trouble = (host: RawHttpHost, house: House) => Promise<unknown>;

const troubles: Readonly<Record<string, Trouble>> = {
  'is refused its opening': (host) =>
    host.era === 'modern'
      ? host.request('tools/call', { name: 7 })
      : host.initialize({ protocolVersion: '2024-11-05' }),
  'opens on the other wire': async (host, house) => {
    const stranger = house.host(host.era === 'modern' ? 'legacy' : 'modern');
    if (host.era === 'modern') await stranger.initialize();
    await stranger.request('server/discover').catch(() => undefined);
    await stranger.callTool(house.tool('echo'), { text: 'x' }).catch(() => undefined);
  },
  'says the other wire’s opening on its own': async (host) => {
    await open(host);
    const other = host.era === 'modern' ? 'initialize' : 'server/discover';
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
    await host.request(other, params).catch(() => undefined);
  },
  'opens twice': async (host) => {
    await open(host);
    const params = {
      protocolVersion: '2025-06-18',
      capabilities: { roots: {} },
      clientInfo: { name: 'x', version: '1' },
    };
    await host.request('initialize', params).catch(() => undefined);
    await open(host);
  },
  'talks nonsense': async (host) => {
    await open(host);
    const lines: readonly (string | Json)[] = [
      '{"jsonrpc":"2.0",',
      '[]',
      { jsonrpc: '2.0' },
      { jsonrpc: '2.0', method: 7 },
      { jsonrpc: '2.0', method: 'tools/call', params: 7 },
      { jsonrpc: '2.0', method: { tools: 1 }, params: {} },
      ...[1, 2, 3, '1', '2', 'breakwater-1'].flatMap((id): readonly Json[] => [
        // Nothing is asked on the modern wire, so an answer there is a message that makes no sense, and is refused under its id.
        ...(host.era === 'modern' ? [] : answersOf(id)),
        { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } },
        { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: id, progress: 99 } },
      ]),
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', method: 'notifications/roots/list_changed' },
    ];
    for (const line of lines) await host.post(line).finished();
    host.inbox.ledger.forgiveAll();
  },
  'leaves in the middle of everything': async (host, house) => {
    await open(host, { elicitation: {} });
    const calls = [
      host.ask('tools/call', { name: house.tool('hold'), arguments: { ms: 400, text: 'x' } }),
      host.ask('tools/call', {
        name: house.tool('tick'),
        arguments: { times: 4, everyMs: 100 },
        _meta: { progressToken: 1 },
      }),
      host.ask('tools/call', { name: house.tool('elicit'), arguments: {} }),
      host.ask('tools/list'),
      host.ask('resources/subscribe', { uri: 'test://all' }),
    ];
    await sleep(80);
    host.inbox.ledger.forgiveAll();
    for (const call of calls) call.abort();
    if (host.era === 'legacy') await host.delete().finished();
  },
  cancels: async (host, house) => {
    await open(host);
    const call = host.ask('tools/call', { name: house.tool('hold'), arguments: { ms: 400, text: 'x' } });
    await sleep(50);
    if (host.era === 'modern') return call.abort();
    const [id] = host.inbox.ledger.open();
    await host.notify('notifications/cancelled', { requestId: Number(id) });
  },
  unsubscribes: async (host) => {
    await open(host);
    if (host.era === 'legacy') await host.request('resources/subscribe', { uri: 'test://all' });
    if (host.era === 'legacy') await host.request('resources/unsubscribe', { uri: 'test://all' });
    await host.request('resources/unsubscribe', { uri: 'test://all' });
  },
  'loses its session': async (host, house) => {
    if (house.over !== 'http' || host.era === 'modern') return;
    await open(host);
    await host.callTool('forget');
    await host.callTool('echo', { text: 'x' });
  },
  'meets a dying server': async (host, house) => {
    await open(host);
    await host.callTool(house.tool('die'));
  },
  'fails and fails': async (host, house) => {
    await open(host);
    await Promise.all(Array.from({ length: 12 }, () => host.callTool(house.tool('fail'))));
    await host.callTool('unheard_of');
  },
  'opens and goes, again and again': async ({ era }, house) => {
    for (let n = 0; n < 3; n++) {
      const guest = house.host(era);
      await open(guest);
      await answers(guest, 'guest', house);
      if (era === 'legacy') await guest.delete().finished();
    }
  },
};

describe.each(Object.keys(places) as readonly (keyof typeof places)[])('%s', (name) => {
  describe.each(Object.keys(troubles))('one host %s', (trouble) => {
    it.each(['before', 'while'] as const)('%s others are in any state', async (when) => {
      const house = await build(places[name]);
      const act = async (): Promise<void> => {
        for (const era of house.eras) await troubles[trouble]?.(house.host(era), house);
      };
      if (when === 'before') await act();
      const dies = when === 'while' && trouble === 'meets a dying server';
      const begun = await Promise.all(
        house.eras.flatMap((era) =>
          Object.entries(states)
            .filter(([state]) => !(dies && sharesItsEnd(house, era, state)))
            .map(async ([state, begin]) => {
              const finish = await begin(house.host(era), `text of who ${state} (${era})`, house);
              return { state: `${state} (${era})`, finish };
            }),
        ),
      );
      if (when === 'while') await act();
      const ends = begun.map(({ state, finish }) =>
        finish().then(
          () => [],
          (error: unknown) => [`${state}: ${error instanceof Error ? error.message : String(error)}`],
        ),
      );
      expect((await Promise.all(ends)).flat()).toEqual([]);
    });
  });
});

/** What runs in a process when somebody else ends it is lost; who has nothing under way there only meets its successor. */
function sharesItsEnd({ over, share }: House, era: Era, state: string): boolean {
  const isOneForAll = over === undefined && (share === 'all' || era === 'modern');
  return isOneForAll && !['is not there yet', 'is idle', 'is subscribed'].includes(state);
}

async function open(host: RawHttpHost, capabilities: Json = {}): Promise<void> {
  if (host.era === 'modern') return;
  const { error, result } = await host.initialize({ capabilities });
  expect([error, result?.['protocolVersion']]).toEqual([undefined, '2025-11-25']);
}

async function answers(host: RawHttpHost, text: string, { tool }: House): Promise<void> {
  expect(textOf(await host.callTool(tool('echo'), { text }))).toBe(text);
}

function answersOf(id: unknown): readonly Json[] {
  return [
    { jsonrpc: '2.0', id, result: { action: 'accept', content: { said: 'by somebody else' } } },
    { jsonrpc: '2.0', id, error: { code: -1, message: 'Said by somebody else' } },
  ];
}
