import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { at, RawStdioHost, textOf, until, useKit, type Json, type JsonRpc, type RawHttpHost } from '../kit/index.ts';
import { bothTransports, openDoor, respond } from './doors.ts';

// 15 s of a human against the usual limits, a tenth of it.
const thinkingMs = 900;
const rules = { timeout: '500ms', idleTimeout: '300ms' };
const all = { elicitation: {}, sampling: {}, roots: {} };
const answers: Readonly<Record<string, Json>> = {
  'elicitation/create': { action: 'accept', content: { go: true } },
  'sampling/createMessage': { role: 'assistant', content: { type: 'text', text: 'pong' }, model: 'm', 'x-kept': 1 },
  'roots/list': { roots: [{ uri: 'file:///tmp', name: 'tmp' }] },
};
const tools = { elicit: 'elicitation/create', sample: 'sampling/createMessage', roots: 'roots/list' } as const;

describe('C49', () => {
  const kit = useKit();

  it.each(bothTransports)(
    'C49 a human may take longer than any limit of the call, and a ping is answered at once (%s)',
    async (kind) => {
      const { host } = await openDoor(kit, kind, 'asks', { rules });
      await host.initialize({ capabilities: all });
      const outcomes = Object.entries(tools).map(async ([tool, method]) => {
        const outcome = host.callTool(tool);
        await answerLater(host, method);
        return JSON.parse(textOf(await outcome)) as Json;
      });

      for (const [index, outcome] of (await Promise.all(outcomes)).entries()) {
        expect(at(outcome, 'heard', 'result')).toEqual(answers[Object.values(tools)[index] ?? '']);
        expect(at(outcome, 'pong', 'result')).toEqual({});
        expect(at(outcome, 'pingMs')).toBeLessThan(100);
        expect(at(outcome, 'askedMs')).toBeGreaterThanOrEqual(thinkingMs);
      }
      // The ping was for us.
      expect(host.inbox.requests('ping')).toEqual([]);
    },
  );

  it.each(bothTransports)(
    'C49 a host that cannot be asked is not asked: the server hears so at once (%s)',
    async (kind) => {
      const { host } = await openDoor(kit, kind, 'asks', { rules });
      await host.initialize({ capabilities: {} });

      for (const tool of Object.keys(tools)) {
        const outcome: unknown = JSON.parse(textOf(await host.callTool(tool)));
        expect(at(outcome, 'heard', 'error')).toMatchObject({
          code: -32602,
        });
        expect(at(outcome, 'heard', 'error', 'message')).toContain('did not declare');
        expect(at(outcome, 'askedMs')).toBeLessThan(300);
      }
      expect(host.inbox.requests()).toEqual([]);
    },
  );

  it.each(['serve', 'http'] as const)(
    'C49 of several hosts only the one whose call caused it is asked (%s)',
    async (kind) => {
      const { host, another } = await openDoor(kit, kind, 'asks', { rules });
      const other = another();
      for (const each of [host, other]) await each.initialize({ capabilities: all });
      other.get();

      const outcome = host.callTool('elicit');
      const busy = other.callTool('fast');
      await answerLater(host, 'elicitation/create');
      expect(at(JSON.parse(textOf(await outcome)), 'heard', 'result')).toEqual(answers['elicitation/create']);
      expect(textOf(await busy)).toBe('fast');
      expect(host.inbox.requests('elicitation/create')).toHaveLength(1);
      expect(other.inbox.requests()).toEqual([]);
    },
  );

  it.each(bothTransports)(
    'C49 questions that are open at the same time are answered each for its own call (%s)',
    async (kind) => {
      const { host } = await openDoor(kit, kind, 'asks');
      await host.initialize({ capabilities: all });
      const outcomes = [host.callTool('elicit'), host.callTool('elicit'), host.callTool('sample')];
      const questions = await asked(host, 3);
      const ids = new Set(questions.map(({ id }) => id));
      expect(ids.size).toBe(3);
      for (const { id, method } of questions.toReversed())
        respond(host, { jsonrpc: '2.0', id, result: { action: 'decline', echoed: [id, method] } });

      const heard = (await Promise.all(outcomes)).map((outcome): unknown =>
        at(JSON.parse(textOf(outcome)), 'heard', 'result', 'echoed'),
      );
      expect(heard.map((echo) => at(echo, 1))).toEqual([
        'elicitation/create',
        'elicitation/create',
        'sampling/createMessage',
      ]);
      expect(new Set(heard.map((echo) => at(echo, 0)))).toEqual(ids);
    },
  );

  it.each(bothTransports)('C49 the deadline holds for a human too, who is not asked any longer (%s)', async (kind) => {
    const config = { tools: { 'fake/elicit': { deadline: '400ms' } } };
    const { host, journal } = await openDoor(kit, kind, 'asks', { config });
    await host.initialize({ capabilities: all });
    await host.callTool('fast');
    expect(textOf(await host.callTool('elicit'))).toContain('(deadline, set for this tool)');

    const [question] = host.inbox.requests('elicitation/create');
    const [withdrawn] = host.inbox.notifications('notifications/cancelled');
    expect(withdrawn?.params?.['requestId']).toBe(question?.id);
    await until('the refusal at the server', () =>
      journal.entries('received').some(({ text }) => String(text).includes('has ended')),
    );
  });

  it.each(['serve', 'http'] as const)(
    'C49 a host that takes no events with its call is asked on its own stream (%s)',
    async (kind) => {
      const { host } = await openDoor(kit, kind, 'asks');
      await host.initialize({ capabilities: all });
      if ('get' in host) await host.get().opened();
      const plain = { headers: { accept: 'application/json' } };
      const outcome = host.request('tools/call', { name: 'elicit', arguments: {} }, plain);
      await answerLater(host, 'elicitation/create');

      expect(at(JSON.parse(textOf(await outcome)), 'heard', 'result')).toEqual(answers['elicitation/create']);
    },
  );

  it.each(['run', 'serve', 'http'] as const)(
    'C49 a host that answers with something else has answered (%s)',
    async (kind) => {
      const { host } = await openDoor(kit, kind, 'asks');
      await host.initialize({ capabilities: all });
      const outcome = host.callTool('elicit');
      const [question] = await asked(host, 1);
      const text = JSON.stringify({ jsonrpc: '2.0', id: question?.id });
      // It looks like a request, too, and gets no answer.
      host.inbox.ledger.forgive(question?.id);
      if (host instanceof RawStdioHost) host.write(`${text}\n`);
      else host.post(text);

      expect(at(JSON.parse(textOf(await outcome)), 'heard', 'error', 'message')).toContain('neither a result');
    },
  );

  it.each([
    ['cut', 400, {}, '"result":{"action":"acc'],
    ['of another type', 415, { 'content-type': 'text/plain' }, '"result":{"action":"accept"}}'],
  ] as const)('C49 an answer that can not be read is one: the server hears so at once (%s)', async (...shape) => {
    const [, status, headers, members] = shape;
    const { host } = await openDoor(kit, 'http', 'asks');
    await host.initialize({ capabilities: all });
    const outcome = host.callTool('elicit');
    const [question] = await asked(host, 1);
    if (!('post' in host)) throw new Error('This door is one over HTTP.');
    const answer = host.post(`{"jsonrpc":"2.0","id":${JSON.stringify(question?.id)},${members}`, { headers });

    expect(at(JSON.parse(textOf(await outcome)), 'heard', 'error', 'message')).toContain('could not be read');
    await until('the refusal', () => answer.status === status);
  });
});

type Host = RawHttpHost | RawStdioHost;

async function answerLater(host: Host, method: string): Promise<void> {
  const question = await host.inbox.waitFor(`the question ${method}`, (message) => message.method === method);
  await sleep(thinkingMs);
  respond(host, { jsonrpc: '2.0', id: question.id, result: answers[method] });
}

async function asked(host: Host, times: number): Promise<readonly JsonRpc[]> {
  await host.inbox.waitFor(`${times} questions`, () => host.inbox.requests().length === times);
  return host.inbox.requests();
}
