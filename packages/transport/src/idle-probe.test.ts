import { Message, type Channel, type ChannelListener, type Failure } from '@breakwater/core';
import { VirtualClock } from '@breakwater/core/testing';
import { expect, it } from 'vitest';
import { Connection } from './connection.ts';
import { IdleProbe } from './idle-probe.ts';
import { unheard } from './testing/unheard.ts';

/** What becomes of a request: an answer, a failure, or nothing. */
type Reaction = 'result' | 'silence' | Failure | { readonly code: number; readonly message: string };

const silence: Failure = { kind: 'connection_lost', executed: 'no', message: 'It is silent.' };
const refused: Failure = { kind: 'server_not_running', executed: 'no' };
const pingAfter = (seconds: number): string => `${seconds} s ping`;

/** A line to a server that reacts to each method as it is told, and what it hears. */
class FakeLine implements Channel {
  readonly clock = new VirtualClock({ autoAdvance: false });
  readonly heard: string[] = [];
  readonly ends: Failure[] = [];
  readonly reactions: Record<string, Reaction>;
  readonly probe: IdleProbe;
  connection: Connection;
  state: Channel['state'] = 'open';
  isPingless = false;
  #listener: ChannelListener | undefined = undefined;

  constructor(reactions: Record<string, Reaction> = {}) {
    this.reactions = reactions;
    this.probe = new IdleProbe({
      clock: this.clock,
      timeoutMs: 5_000,
      questions: () => ({
        ping: this.isPingless ? undefined : Message.request(1, 'ping'),
        list: Message.request(1, 'tools/list'),
      }),
      pingUnknown: () => (this.isPingless = true),
      silence: () => silence,
    });
    this.connection = this.connect();
  }

  connect(): Connection {
    this.state = 'open';
    this.connection = new Connection(
      (listener) => {
        this.#listener = listener;
        return this;
      },
      {
        request: ignore,
        notification: ignore,
        stray: ignore,
        bug: (error) => expect.unreachable(String(error)),
        closed: (failure) => this.ends.push(failure),
      },
    );
    this.probe.watch(this.connection);
    return this.connection;
  }

  call(method = 'tools/call'): void {
    this.connection.request(Message.request(1, method), unheard);
  }

  notify(): void {
    this.#listener?.message(Message.notification('notifications/message', {}), undefined);
  }

  end(failure: Failure): void {
    this.state = 'closed';
    this.#listener?.closed(failure);
  }

  send({ id = 'null', method = '' }: Message): void {
    this.heard.push(`${this.clock.now() / 1_000} s ${method}`);
    const reaction = this.reactions[method] ?? 'result';
    if (reaction === 'silence') return;
    if (reaction === 'result') this.#listener?.message(Message.result(id, {}), id);
    else if ('kind' in reaction) this.#listener?.failed(id, reaction);
    else this.#listener?.message(Message.error(id, reaction), id);
  }

  cancel(): void {}

  close(): Promise<void> {
    this.end(refused);
    return Promise.resolve();
  }
}

it('asks every 30 s for a sign of life where nothing goes over the line', async () => {
  const line = new FakeLine();
  await line.clock.advance(100_000);

  expect(line.heard).toEqual([30, 60, 90].map(pingAfter));
  expect(line.ends).toEqual([]);
});

it.each(['call', 'notify'] as const)(
  'counts from what went over the line last, at most 10 s late (%s)',
  async (what) => {
    const line = new FakeLine();
    await line.clock.advance(29_000);
    line[what]();
    await line.clock.advance(69_000 - 29_000);

    expect(line.heard.filter((heard) => heard.endsWith('ping'))).toEqual([pingAfter(60)]);
  },
);

it('asks nothing while a request is under way', async () => {
  const line = new FakeLine({ 'tools/call': 'silence' });
  line.call();
  await line.clock.advance(600_000);

  expect(line.heard).toEqual(['0 s tools/call']);
});

// C25
it('asks however long a subscription is open on which nothing comes, and ends it with the line', async () => {
  const line = new FakeLine({ 'subscriptions/listen': 'silence' });
  line.call('subscriptions/listen');
  await line.clock.advance(7_200_000);
  expect(line.heard.at(-1)).toBe(pingAfter(7_180));

  Object.assign(line.reactions, { ping: 'silence', 'tools/list': 'silence' });
  await line.clock.advance(60_000);
  expect(line.ends).toEqual([silence]);
});

it.each<Reaction>([
  { code: -32_601, message: 'Method not found' },
  { code: -32_600, message: 'Invalid Request' },
  { code: -32_603, message: 'Method not supported' },
])('takes an error for a sign of life, and asks for a list from then on: %o', async (ping) => {
  const line = new FakeLine({ ping });
  await line.clock.advance(90_000);

  expect(line.heard).toEqual([pingAfter(30), '60 s tools/list', '90 s tools/list']);
  expect(line.ends).toEqual([]);
});

it.each<[string, Reaction, number]>([
  ['a status of HTTP', { kind: 'server_not_running', executed: 'no', cause: { status: 404 } }, 30],
  ['nothing', 'silence', 35],
])('asks for a list at once where %s answers the ping, and from then on', async (_what, ping, listedAt) => {
  const line = new FakeLine({ ping });
  await line.clock.advance(70_000);

  expect(line.heard).toEqual([pingAfter(30), `${listedAt} s tools/list`, `${listedAt + 30} s tools/list`]);
  expect(line.ends).toEqual([]);
});

it('takes a status of HTTP to both for a sign of life that says nothing of the ping', async () => {
  const busy: Failure = { kind: 'dependency_unavailable', executed: 'unknown', cause: { status: 503 } };
  const line = new FakeLine({ ping: busy, 'tools/list': busy });
  await line.clock.advance(35_000);
  Object.assign(line.reactions, { ping: 'result', 'tools/list': 'result' });
  await line.clock.advance(60_000);

  expect(line.heard).toEqual([pingAfter(30), '30 s tools/list', pingAfter(60), pingAfter(90)]);
  expect(line.ends).toEqual([]);
});

it.each<[Reaction, Failure]>([
  ['silence', silence],
  [refused, refused],
])('gives up a line on which nothing is answered: %o', async (reaction, failure) => {
  const line = new FakeLine({ ping: reaction, 'tools/list': reaction });
  await line.clock.advance(120_000);

  expect(line.ends).toEqual([failure]);
  expect([line.connection.open, line.isPingless, line.clock.armed]).toEqual([false, false, 0]);
});

it.each(['result', 'silence'] as const)(
  'holds silence against nobody who got another request meanwhile (%s)',
  async (answer) => {
    const line = new FakeLine({ ping: 'silence', 'tools/list': 'silence', 'tools/call': answer });
    await line.clock.advance(32_000);
    line.call();
    await line.clock.advance(8_000);

    expect(line.heard).toEqual([pingAfter(30), '32 s tools/call', '35 s tools/list']);
    expect(line.ends).toEqual([]);
  },
);

it.each([
  [5_000, []],
  [31_000, [pingAfter(30)]],
])('lets a line end that ends by itself (after %i ms)', async (endsAtMs, heard) => {
  const line = new FakeLine({ ping: 'silence' });
  await line.clock.advance(endsAtMs);
  line.end(refused);
  await line.clock.advance(0);
  expect(line.clock.armed).toBe(0);
  await line.clock.advance(60_000);

  expect([line.heard, line.ends]).toEqual([heard, [refused]]);
});

it('leaves a session alone that nobody has used for half an hour, until somebody does', async () => {
  const line = new FakeLine();
  await line.clock.advance(7_200_000);
  expect(line.heard.at(-1)).toBe(pingAfter(1_770));

  line.call();
  await line.clock.advance(40_000);
  expect(line.heard.at(-1)).toBe(pingAfter(7_240));
});

it('counts that half hour over the connections that take the place of an unused one', async () => {
  const line = new FakeLine();
  await line.clock.advance(1_500_000);
  line.end(refused);
  line.connect();
  await line.clock.advance(3_600_000);

  expect(line.heard.at(-1)).toBe(pingAfter(1_770));
});

function ignore(): void {}
