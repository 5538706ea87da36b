import { Message } from '@breakwater/core';
import { expect, it } from 'vitest';
import { redactFailedTask, tellsOfTask } from './failed-task.ts';

const mask = (): string => 'masked';

function told(result: object): unknown {
  const message = Message.result('1', result);
  return redactFailedTask(message, message.resultSpan, mask).result;
}

it.each([
  [
    { task: { taskId: 't', status: 'failed', statusMessage: 'x' } },
    { task: { taskId: 't', status: 'failed', statusMessage: 'masked' } },
  ],
  [
    { taskId: 't', status: 'failed', error: {} },
    { taskId: 't', status: 'failed', error: 'masked' },
  ],
  [
    {
      tasks: [
        { status: 'working', statusMessage: 'x' },
        { status: 'failed', statusMessage: 'x' },
      ],
    },
    {
      tasks: [
        { status: 'working', statusMessage: 'x' },
        { status: 'failed', statusMessage: 'masked' },
      ],
    },
  ],
  [
    { status: 'completed', result: { isError: true, content: [] } },
    { status: 'completed', result: { isError: true, content: 'masked' } },
  ],
])('masks why a task has failed, and nothing else of %j', (result, expected) => {
  expect(told(result)).toEqual(expected);
});

it('gives what has not failed as it came, character by character', () => {
  const text = `{"jsonrpc": "2.0", "id": 1, "result": {"isError": false, "content": ${'['.repeat(600)}${']'.repeat(600)}}}`;
  const message = Message.read(text);
  expect(redactFailedTask(message, message.resultSpan, mask)).toBe(message);
});

it.each([
  ['tasks/get', { status: 'working' }, true],
  ['tools/call', { task: { status: 'failed' } }, true],
  ['tools/call', { resultType: 'task', status: 'failed' }, true],
  ['tools/call', { content: [], status: 'failed' }, false],
  ['tools/call', { content: [{ type: 'text', text: '"task": failed' }] }, false],
  ['resources/read', { task: { status: 'failed' } }, false],
] as const)('sees whether an answer to %s tells of a task: %j', (method, result, expected) => {
  expect(tellsOfTask(Message.result('1', result), method)).toBe(expected);
});
