import { describe, expect, it } from 'vitest';
import type { FakeName } from '../fakes/index.ts';
import { at, textOf, useKit, type Json, type JsonRpc } from '../kit/index.ts';
import { openDoor, type DoorKind } from './doors.ts';

const faultKey = 'dev.breakwater/fault';

/** Each era over each transport of the upstream side. */
const doors = [
  ['run', 'legacy'],
  ['http', 'legacy'],
  ['sse', 'legacy'],
  ['run', 'modern'],
  ['serve', 'modern'],
  ['http', 'modern'],
] as const satisfies readonly (readonly [DoorKind, 'legacy' | 'modern'])[];

describe('C117', () => {
  const kit = useKit();

  it.each(doors)(
    'C117 each mistake of a caller gets the kind of error that hosts expect (%s, %s)',
    async (kind, era) => {
      const { ask } = await open(kind, era);

      const unknownTool = await ask('tools/call', { name: 'typd', arguments: {} });
      expect(unknownTool.error?.code).toBe(-32_602);
      expect(unknownTool.error?.message).toContain("'typed'");
      expect(at(unknownTool, 'error', 'data')).toMatchObject({
        kind: 'unknown_tool',
        executed: 'no',
        retryable: false,
      });

      const wrongType = await ask('tools/call', { name: 'typed', arguments: { count: 'three' } });
      expect(at(wrongType, 'result', 'isError')).toBe(true);
      expect(at(wrongType, 'result', '_meta', faultKey)).toMatchObject({
        kind: 'param_invalid',
        origin: 'server',
        field: 'count',
        expected: 'integer',
        received: 'string',
        executed: 'no',
        retryable: false,
        recoveryAction: 'fix_arguments',
      });
      for (const part of ['count', 'integer', 'string']) expect(textsOf(wrongType)).toContain(part);

      const unknownMethod = await ask('vendor/none', {});
      expect(unknownMethod.error?.code).toBe(-32_601);

      const badParams = await ask('tools/call', { arguments: {} });
      expect(badParams.error?.code).toBe(-32_602);
    },
  );

  it('C117 a call as a task whose server dies gets an error, for its host expects no result', async () => {
    const { host } = await openDoor(kit, 'run', 'exits', { words: ['during-call'] });
    await host.initialize();
    const answer = await host.request('tools/call', { name: 'die', arguments: {}, task: { ttl: 1_000 } });

    expect(at(answer, 'error', 'data')).toMatchObject({ kind: 'server_crashed', executed: 'unknown' });
  });

  it.each(doors.slice(0, 2))(
    'C117 a server that refuses unknown tools in its own way is understood (%s, %s)',
    async (kind, era) => {
      const { ask } = await open(kind, era, 'odd-errors', ['as-result']);
      const answer = await ask('tools/call', { name: 'typd', arguments: {} });
      expect(answer.error?.code).toBe(-32_602);
      expect(answer.error?.message).toContain("'typed'");
    },
  );

  it.each(doors)('C117 a number of the modern wire means that on no other (%s, %s)', async (kind, era) => {
    const { ask } = await open(kind, era);
    const { error } = await ask('tools/call', { name: 'modern_code', arguments: {} });
    expect(error).toMatchObject({ code: -32_020, message: 'Out of stock' });
    expect(error?.data).toMatchObject(
      era === 'modern' ? { kind: 'header_mismatch' } : { kind: 'tool_error', executed: 'unknown' },
    );
  });

  // INTERFACES §8: in other methods than `tools/call` a server's codes stay as they are.
  it.each(doors.slice(0, 2))(
    'C117 a code of the server for a method of its own stays as it is (%s, %s)',
    async (kind, era) => {
      const { ask } = await open(kind, era, 'odd-errors', ['as-32000']);
      expect((await ask('prompts/list', {})).error?.code).toBe(-32_000);
      expect((await ask('resources/list', {})).error?.code).toBe(-32_601);
    },
  );

  it('C117 on the path of all servers, what can not be routed is named for what it is', async () => {
    const { server } = await kit.fake('odd-errors');
    const gateway = await kit.startGateway({ mcpServers: { one: server, two: server } });
    const host = kit.openHttp(gateway.endpoint());
    await host.initialize();

    const unknownTool = await host.callTool('one__typd');
    expect(unknownTool.error?.code).toBe(-32_602);
    expect(unknownTool.error?.message).toContain("'one__typed'");
    expect((await host.callTool('typed')).error?.code).toBe(-32_602);
    expect((await host.callTool('three__typed')).error?.code).toBe(-32_602);
    expect((await host.request('tools/call', {})).error?.code).toBe(-32_602);
    expect((await host.request('prompts/get', { name: 'three__none' })).error?.code).toBe(-32_602);
    expect((await host.request('completion/complete', { ref: {} })).error?.code).toBe(-32_602);
    expect((await host.request('vendor/none')).error?.code).toBe(-32_601);
    const wrongType = await host.callTool('two__typed', { count: 1.5 });
    expect(at(wrongType, 'result', '_meta', faultKey)).toMatchObject({
      field: 'count',
      expected: 'integer',
    });
  });

  it.each(
    (['run', 'http'] as const).flatMap((kind) =>
      ['refuses', 'refuses_32602', 'refuses_32000'].map((name) => [name, kind] as const),
    ),
  )('C117 a refusal that tells nothing is explained by the schema (%s, %s)', async (name, kind) => {
    const { ask } = await open(kind, 'legacy', 'refusals');
    const answer = await ask('tools/call', { name, arguments: { path: 7, options: { depth: 'deep' } } });
    expect(at(answer, 'result', 'isError')).toBe(true);
    const fault = at(answer, 'result', '_meta', faultKey);
    expect(fault).toMatchObject({
      kind: 'param_invalid',
      field: 'path',
      expected: 'string',
      received: '7',
      retryable: false,
    });
    expect(at(fault, 'issues', 1)).toEqual({ field: 'options.depth', expected: 'integer', received: 'deep' });
    // The server's own words come first, as they were.
    expect(textOf(answer)).toContain('nvalid arguments');
    for (const part of ['path', 'string', '7', 'options.depth']) expect(textsOf(answer)).toContain(part);
  });

  it('C117 the explanation is in the language of the configuration, what was expected included', async () => {
    const { ask } = await open('run', 'legacy', 'refusals', [], { locale: 'zh' });
    const answer = await ask('tools/call', { name: 'strict', arguments: { path: 'ab', mode: 'c', extra: 1 } });
    const [first = ''] = String(at(answer, 'result', 'content', 1, 'text')).split('\n');
    expect(first).toContain('“path”应为至少 3 个字符，实际为“ab”');
    expect(first).toContain('“mode”应为 a、b 之一，实际为“c”');
    expect(first).toContain('“extra”应为未提供，实际为“1”');
  });

  it('C117 also where the server has said it in an error', async () => {
    const { ask } = await open('run', 'legacy', 'refusals', [], { locale: 'zh' });
    const answer = await ask('tools/call', { name: 'too_short', arguments: {} });
    expect(at(answer, 'result', '_meta', faultKey)).toMatchObject({ field: 'path', expected: '至少 3 个字符' });
  });

  it('C117 what the server has told of a field is kept, and only the rest is added', async () => {
    const { ask } = await open('run', 'legacy', 'refusals');
    const answer = await ask('tools/call', { name: 'names_field', arguments: { path: 7, options: { depth: 'deep' } } });
    expect(at(answer, 'result', '_meta', faultKey)).toMatchObject({
      field: 'options.depth',
      expected: 'integer',
      received: 'deep',
    });
    expect(textsOf(answer)).toContain('integer');
  });

  it('C117 the schema adds nothing where the arguments fit it, or where the server spoke of something else', async () => {
    const { ask } = await open('run', 'legacy', 'refusals');
    const fits = await ask('tools/call', { name: 'refuses', arguments: { path: 'x' } });
    expect(at(fits, 'result', 'content')).toHaveLength(1);
    expect(at(fits, 'result', '_meta', faultKey)).toMatchObject({ kind: 'tool_error', executed: 'yes' });

    const other = await ask('tools/call', { name: 'fails', arguments: { path: 7 } });
    expect(at(other, 'result', 'content')).toHaveLength(1);
    expect(at(other, 'result', '_meta', faultKey)).toMatchObject({ kind: 'tool_error', message: 'The disk is full.' });
  });

  it('C117 arguments are never refused before the server has', async () => {
    const { ask, journal } = await open('run', 'legacy', 'refusals');
    const lenient = await ask('tools/call', { name: 'lenient', arguments: { path: 7 } });
    expect(textOf(lenient)).toBe('I take anything.');
    expect(journal.received('tools/call')).toHaveLength(1);
  });

  it('C117 as a protocol error, the code is kept and what the schema says stands in its data', async () => {
    const { ask } = await open('run', 'legacy', 'refusals', [], { errors: 'protocol' });
    const answer = await ask('tools/call', { name: 'refuses_32602', arguments: {} });
    expect(answer.error).toMatchObject({
      code: -32_602,
      data: { kind: 'param_missing', field: 'path', retryable: false },
    });
  });

  it('C117 what a protocol error says of trying again is of one mind, whatever the server has put into its data', async () => {
    const { ask } = await open('run', 'legacy', 'odd-errors', [], { errors: 'protocol' });
    const dataOf = async (name: string): Promise<unknown> =>
      at(await ask('tools/call', { name, arguments: {} }), 'error', 'data');

    expect(await dataOf('hopeful')).toMatchObject({
      kind: 'dependency_timeout',
      retryable: false,
      executed: 'unknown',
      recoveryAction: 'verify_then_retry',
    });
    expect(at(await dataOf('ends_all'), 'kind')).not.toBe('cancelled');
    // Words of its own are its own; in our name it may not speak.
    expect(await dataOf('own_words')).toMatchObject({ kind: 'LedgerBusy', phase: 2, _meta: { own: true } });
    expect(at(await dataOf('own_words'), '_meta', 'dev.breakwater/fault')).toBeUndefined();
  });

  async function open(
    kind: DoorKind,
    era: 'legacy' | 'modern',
    fake: FakeName = 'odd-errors',
    words: readonly string[] = [],
    rules: Json = {},
  ) {
    const { host, journal } = await openDoor(kit, kind, fake, { era, modern: era === 'modern', words, rules });
    if (era === 'legacy') await host.initialize();
    const ask = (method: string, params: Json): Promise<JsonRpc> =>
      era === 'modern' && 'modern' in host ? host.modern(method, params) : host.request(method, params);
    // A tool is known to be unknown only where a list has been seen.
    await ask('tools/list', {});
    return { ask, journal };
  }
});

function textsOf(answer: JsonRpc): string {
  return JSON.stringify(at(answer, 'result', 'content'));
}
