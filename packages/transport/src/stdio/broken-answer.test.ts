import { expect, it } from 'vitest';
import { findBrokenAnswers } from './broken-answer.ts';

const open = new Set(['1', '7', '"a"', '"q\\"1"']);
const find = (head: string, tail = head): readonly string[] =>
  findBrokenAnswers(head, tail, (id) => open.has(id)).map(
    ({ id, hasResult, alone }) => `${id}${hasResult ? ' result' : ''}${alone ? ' alone' : ''}`,
  );

it.each([
  ['{"jsonrpc":"2.0","id":7,"result":{"a":NaN}}', ['7 result alone']],
  ['{"jsonrpc":"2.0","id":"a","error":{"code":NaN}}', ['"a" alone']],
  [String.raw`{"jsonrpc":"2.0","id":"q\"1","result":[undefined]}`, [String.raw`"q\"1" result alone`]],
  ['{"id" : 7 , "result":{"a":[1,2}', ['7 result']],
  ['{"result":{"id":1,"a":NaN},"jsonrpc":"2.0","id":7}', ['7 result alone']],
  ['{"result":{"text":"a"b"},"jsonrpc":"2.0","id":7}', ['7 result alone']],
  ['{"jsonrpc":"2.0","id":7}', ['7 alone']],
  ['{"id":7,"result":"no version"}', ['7 result']],
  ['[log] {"jsonrpc":"2.0","id":7,"result":{}}', ['7 result']],
  ['{"jsonrpc":"2.0","id":7,"result":{}} done', ['7 result']],
  ['{"jsonrpc":"2.0","id":7,"result":{}}{"jsonrpc":"2.0","id":1,"result":{}}', ['7 result', '1 result']],
  ['{"jsonrpc":"2.0","id":7,"result":{"te{"jsonrpc":"2.0","id":1,"result":{}}', ['7 result alone', '1 result']],
  ['{"jsonrpc":"2.0","id":7,"result":{"te{"id":1,"error":{"code":1},"jsonrpc":"2.0"}', ['7 result alone', '1']],
  ['{"jsonrpc":"2.0","method":"notifications/message","params":{"da{"jsonrpc":"2.0","id":1,"result":{}}', ['1 result']],
])('finds the answer in %s', (line, expected) => {
  expect(find(line)).toEqual(expected);
});

it.each([
  ['an id that nobody waits for', '{"jsonrpc":"2.0","id":70,"result":{"a":NaN}}'],
  ['a number where a string is open', '{"jsonrpc":"2.0","id":a,"result":{"a":NaN}}'],
  ['a request of the peer', '{"jsonrpc":"2.0","id":7,"method":"ping","params":{"a":NaN}}'],
  ['a request with its method last', '{"jsonrpc":"2.0","id":7,"params":{"a":NaN},"method":"ping"}'],
  ['a log of a request', 'received {"jsonrpc":"2.0","id":7,"method":"tools/call"}'],
  ['some object with an id', '{"id":7,"name":"x","a":NaN}'],
  ['some object with an id and a result in a log', 'row {"id":7,"result":"x"}'],
  ['an id inside the result', '{"jsonrpc":"2.0","result":{"id":7,"a":NaN},"id":99}'],
  [
    'a message in what was broken off',
    '{"jsonrpc":"2.0","id":70,"result":{"log":[{"jsonrpc":"2.0","id":7,"result":{}},',
  ],
  ['a request behind what was broken off', '{"jsonrpc":"2.0","id":70,"res{"jsonrpc":"2.0","id":7,"method":"ping"}'],
  ['an id in a text', String.raw`{"jsonrpc":"2.0","result":"{\"jsonrpc\":\"2.0\",\"id\":7}","id":NaN}`],
  ['no JSON', 'Listening on port 7'],
])('finds none in %s', (_what, line) => {
  expect(find(line)).toEqual([]);
});

it('reads an id at either end of a line whose middle is missing', () => {
  expect(find('{"jsonrpc":"2.0","id":7,"result":{"text":"xxxx', 'xxxx"}}')).toEqual(['7 result alone']);
  expect(find('{"result":{"text":"xxxx', 'xxxx"}]},"jsonrpc":"2.0","id":7}')).toEqual(['7 result alone']);
  expect(find('{"method":"sampling/createMessage","params":{"x', 'xxxx"},"jsonrpc":"2.0","id":7}')).toEqual([]);
  expect(find('{"jsonrpc":"2.0","id":7', '0,"result":{}}')).toEqual([]);
});
