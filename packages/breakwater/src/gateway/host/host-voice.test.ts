import { Message } from '@breakwater/core';
import { expect, it } from 'vitest';
import { aVoice } from '../testing/host-voice.ts';
import { HostRequest } from './host-request.ts';

const call = Message.request(7, 'tools/call', { name: 'count' });
const asTask = Message.request(7, 'tools/call', { name: 'count', task: {} });
const list = Message.request(7, 'tools/list');
const modern = Message.request(7, 'tools/list', { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } });

function aRequest(message: Message): HostRequest {
  return new HostRequest(
    message,
    { send: () => true, answer: () => {}, end: () => {} },
    { correlationId: 'reference', principal: { id: 'local', kind: 'local' }, ended: () => {} },
  );
}

it('speaks the language of the operator, under the operator’s numbers', () => {
  const voice = aVoice({ locale: 'zh', codes: { invalid_request: -40_001, server_not_running: -40_002 } });
  const refused = voice.refuse('invalid_request', voice.said.idInUse, { message: list, era: 'legacy' });

  expect(refused.error).toMatchObject({
    code: -40_001,
    message: '使用此 id 的请求仍在运行；请为每个请求使用新的 id。',
  });
  expect(voice.unfinished(aRequest(list)).error).toMatchObject({ code: -40_002 });
  expect(voice.unfinished(aRequest(modern)).error).toMatchObject({ code: -31_036 });
});

it.each([
  ['a call of a tool as a result', 'result', call, { result: { isError: true } }],
  ['a call of a tool as an error, where that is configured', 'protocol', call, { error: { code: -32_036 } }],
  ['a call as a task as an error', 'result', asTask, { error: { code: -32_036 } }],
  ['anything else as an error', 'result', list, { error: { code: -32_036 } }],
] as const)('ends %s', (_what, errors, message, expected) => {
  const voice = aVoice({ errors });

  expect(JSON.parse(voice.unfinished(aRequest(message)).text)).toMatchObject(expected);
  expect(JSON.parse(voice.late(message, 'legacy').text)).toMatchObject(expected);
});

it('obeys the rules of the tool that a request has gone to', () => {
  const request = aRequest(call);
  const rules = { onDisconnect: 'continue', errors: 'protocol', locale: 'zh' } as const;
  request.goesTo({ rulesFor: () => rules }, { kind: 'tool', server: 'one', name: 'count' });

  expect(aVoice().unfinished(request).error).toMatchObject({
    code: -32_036,
    message: 'Breakwater 在请求运行期间被结束。',
    data: { executed: 'no', correlationId: 'reference' },
  });
});

it('tells the log of its mistakes under the reference that the host gets', () => {
  const bugs: unknown[] = [];
  const voice = aVoice({ onBug: (...bug) => void bugs.push(bug) });
  const error = new Error('planted');

  expect(voice.mistake(error, { message: call, era: 'legacy' }).error).toMatchObject({
    code: -32_603,
    data: { executed: 'unknown', correlationId: 'c' },
  });
  expect(bugs).toEqual([[error, 'c']]);
});
