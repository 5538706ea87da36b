import { Message } from '@breakwater/core';
import { describe, expect, it } from 'vitest';
import type { FakeLine } from '../testing/fake-source.ts';
import { hostOfTwo } from '../testing/host-of-two.ts';

type HostOfTwo = Awaited<ReturnType<typeof hostOfTwo>>;

const uri = 'https://files.example/report?signature=abc';
const read = 'resources/read';
const setLevel = 'logging/setLevel';
const refusal = Message.error('1', { code: -32_002, message: 'Resource not found' });

const hangs = (): undefined => undefined;
const refuses = (): Message => refusal;
const contents = (text: string) => () => ({ contents: [{ uri, text }] });

describe('a resource that nobody lists', () => {
  it.each([
    ['a link', { content: [{ type: 'resource_link', uri, name: 'report' }] }],
    ['an embedded resource', { content: [{ type: 'resource', resource: { uri, text: 'beginning' } }] }],
    ['a prompt', { messages: [{ role: 'user', content: { type: 'resource_link', uri, name: 'report' } }] }],
  ])('is read from the server that has named it, and from no other (%s)', async (_what, result) => {
    const { one, two, answerIn } = await hostOfTwo();
    const method = 'content' in result ? 'tools/call' : 'prompts/get';
    two.line.answers[method] = () => result;
    two.line.answers[read] = contents('whole');
    await answerIn(0, method, { name: 'two__echo' });

    expect((await answerIn(2_000, read, { uri }))?.text).toContain('whole');
    expect(one.line.count(read)).toBe(0);
  });

  it('is subscribed to at the server that it was read from, whatever that calls it and whoever links to it', async () => {
    const { one, two, answerIn } = await hostOfTwo();
    one.line.answers[read] = refuses;
    two.line.answers[read] = () => ({ contents: [{ uri: `${uri}/index`, text: 'whole' }] });
    await answerIn(2_000, read, { uri });
    one.line.answers['tools/call'] = () => ({ content: [{ type: 'resource_link', uri, name: 'report' }] });
    await answerIn(0, 'tools/call', { name: 'one__echo' });

    expect((await answerIn(2_000, 'resources/subscribe', { uri }))?.result).toEqual({});
    expect([one, two].map(({ line }) => line.count('resources/subscribe'))).toEqual([0, 1]);
  });

  it('is read from a server that has it, however long another one hangs', async () => {
    const { one, two, answerIn } = await hostOfTwo();
    one.line.answers[read] = hangs;
    two.line.answers[read] = contents('whole');

    expect((await answerIn(2_500, read, { uri }))?.text).toContain('whole');
  });

  it('is read from the first of several, be it a little slower', async () => {
    const { clock, one, two, answerIn } = await hostOfTwo();
    const { line } = one;
    line.answers[read] = ({ id = '' }) => {
      void clock.sleep(500).then(() => line.say(Message.result(id, contents('first')())));
      return undefined;
    };
    two.line.answers[read] = contents('second');

    expect((await answerIn(2_500, read, { uri }))?.text).toContain('first');
  });

  const lists = { 'resources/list': () => ({ resources: [{ uri, name: 'report' }] }) };
  const names = { 'tools/call': () => ({ content: [{ type: 'resource_link', uri, name: 'report' }] }) };

  it.each<readonly [string, FakeLine['answers'], (host: HostOfTwo) => unknown]>([
    ['', {}, () => undefined],
    [' while another lists it', lists, ({ answerIn }) => answerIn(3_000, read, { uri: 'test://nobody' })],
    [' while another names it', names, ({ answerIn }) => answerIn(100, 'tools/call', { name: 'one__echo' })],
    [
      ' while another begins it too',
      {},
      async ({ two, answerIn }) => {
        two.line.answers[read] = refuses;
        await answerIn(2_000, read, { uri });
      },
    ],
  ])(
    'is read to its end from the server that has asked, which alone hears the answer%s',
    async (_what, own, meanwhile) => {
      const host = await hostOfTwo();
      const { one, two, answerIn } = host;
      one.line.answers[read] = refuses;
      two.line.answers[read] = () => ({ resultType: 'input_required', requestState: 'of two', inputRequests: {} });
      const first = (await answerIn(2_000, read, { uri }))?.result as { readonly requestState: string } | undefined;
      const requestState = first?.requestState;
      Object.assign(one.line.answers, own, {
        [read]: () => ({ resultType: 'input_required', requestState: 'of one', inputRequests: {} }),
      });
      await meanwhile(host);
      const before = one.line.count(read);
      two.line.answers[read] = contents('whole');
      const inputResponses = { k: { action: 'accept', content: { password: 'hunter2' } } };

      expect((await answerIn(2_000, read, { uri, requestState, inputResponses }))?.text).toContain('whole');
      expect(two.line.heard.at(-1)?.params).toEqual({ uri, requestState: 'of two', inputResponses });
      expect(one.line.count(read)).toBe(before);
    },
  );

  it.each([{ requestState: 'of whom' }, { inputResponses: {} }])(
    'is asked of nobody where %j is for one who is not known',
    async (begun) => {
      const { one, two, answerIn } = await hostOfTwo();

      expect((await answerIn(2_000, read, { uri, ...begun }))?.error).toMatchObject({ data: { kind: 'not_found' } });
      expect([one.line.count(read), two.line.count(read)]).toEqual([0, 0]);
    },
  );

  it('is not waited for from a server that is away', async () => {
    const { one, two, answerIn } = await hostOfTwo();
    one.isDown = true;
    one.line.die();
    two.line.answers[read] = refuses;

    expect((await answerIn(2_000, read, { uri }))?.error).toMatchObject({ data: { kind: 'not_found' } });
  });
});

describe('the level of logs', () => {
  it('is taken for set after five seconds, whatever one server does', async () => {
    const { one, two, answerIn } = await hostOfTwo();
    one.line.answers[setLevel] = hangs;

    expect((await answerIn(5_000, setLevel, { level: 'info' }))?.result).toEqual({});
    expect([one.line.count(setLevel), two.line.count(setLevel)]).toEqual([1, 1]);
  });

  it('is refused where all refuse it, and only there', async () => {
    const { one, two, answerIn } = await hostOfTwo();
    one.line.answers[setLevel] = refuses;
    expect((await answerIn(0, setLevel, { level: 'info' }))?.result).toEqual({});
    two.line.answers[setLevel] = refuses;
    expect((await answerIn(0, setLevel, { level: 'all' }))?.isError).toBe(true);
  });

  it('is what it was after one that all have refused', async () => {
    const { clock, one, two, answerIn } = await hostOfTwo();
    await answerIn(0, setLevel, { level: 'info' });
    for (const { line } of [one, two]) line.answers[setLevel] = refuses;
    expect((await answerIn(0, setLevel, { level: 'all' }))?.isError).toBe(true);
    one.line.die();
    await clock.advance(5_000);
    await clock.advance(1_000);

    expect(one.line.heard.find(({ method }) => method === setLevel)?.params).toEqual({ level: 'info' });
  });

  it('is told to a server that comes while another one thinks about it', async () => {
    const { clock, one, two, host } = await hostOfTwo();
    two.line.die();
    one.line.answers[setLevel] = ({ id = '' }) => {
      const { line } = one;
      void clock.sleep(3_000).then(() => line.say(Message.result(id, {})));
      return undefined;
    };
    void host.request(setLevel, { level: 'info' });
    for (let passed = 0; passed < 4_000; passed += 20) await clock.advance(20);

    expect([two.lines.length, two.line.count(setLevel)]).toEqual([2, 1]);
  });

  it('is told to a server that is away as soon as it comes, and only where that writes logs', async () => {
    const { clock, one, two, answerIn } = await hostOfTwo();
    for (const source of [one, two]) {
      source.isDown = true;
      source.line.die();
    }
    expect((await answerIn(0, setLevel, { level: 'info' }))?.result).toEqual({});
    one.isDown = false;
    two.isDown = false;
    two.answers['initialize'] = () => ({ protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: {} });
    await clock.advance(5_000);
    await clock.advance(5_000);

    expect([one.line.count(setLevel), two.line.count(setLevel)]).toEqual([1, 0]);
  });
});

describe('a subscription', () => {
  it.each([
    ['is repeated to a new process', {}, 1],
    ['is not where the server has refused it', refusal, 0],
  ])('%s', async (_what, answer, count) => {
    const { clock, one, answerIn } = await hostOfTwo();
    one.answers['resources/list'] = () => ({ resources: [{ uri, name: 'report' }] });
    Object.assign(one.line.answers, one.answers, { 'resources/subscribe': () => answer });
    await answerIn(2_000, 'resources/subscribe', { uri });
    expect(one.line.count('resources/subscribe')).toBe(1);
    one.line.die();
    await clock.advance(5_000);
    await clock.advance(1_000);

    expect(one.lines).toHaveLength(2);
    expect(one.line.count('resources/subscribe')).toBe(count);
  });
});
