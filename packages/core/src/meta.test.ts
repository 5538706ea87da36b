import { expect, it } from 'vitest';
import { Message } from './message.ts';
import { withMeta } from './meta.ts';

const own = { 'dev.breakwater/attempt': 2 };
const written = '"dev.breakwater/attempt":2';

it.each([
  ['{"jsonrpc":"2.0","id":1,"method":"x"}', `{"jsonrpc":"2.0","id":1,"method":"x","params":{"_meta":{${written}}}}`],
  [
    '{"jsonrpc":"2.0","id":1,"method":"x","params":{ }}',
    `{"jsonrpc":"2.0","id":1,"method":"x","params":{"_meta":{${written}} }}`,
  ],
  [
    '{"jsonrpc":"2.0","id":1,"method":"x","params":{"n":9007199254740993}}',
    `{"jsonrpc":"2.0","id":1,"method":"x","params":{"_meta":{${written}},"n":9007199254740993}}`,
  ],
  [
    '{"jsonrpc":"2.0","id":1,"method":"x","params":{"_meta":{"traceparent":"00-1","dev.breakwater/attempt":9}}}',
    `{"jsonrpc":"2.0","id":1,"method":"x","params":{"_meta":{"traceparent":"00-1",${written}}}}`,
  ],
  [
    '{"jsonrpc":"2.0","id":1,"method":"x","params":{"_meta":null}}',
    `{"jsonrpc":"2.0","id":1,"method":"x","params":{"_meta":{${written}}}}`,
  ],
])('puts members of ours into the params of %s', (text, expected) => {
  expect(withMeta(Message.read(text), 'params', own).text).toBe(expected);
});

it.each(['{"jsonrpc":"2.0","id":1,"method":"x","params":null}', '{"jsonrpc":"2.0","id":1,"method":"x","params":[1]}'])(
  'leaves params alone that are no object: %s',
  (text) => {
    expect(withMeta(Message.read(text), 'params', own).text).toBe(text);
  },
);

it('puts them into a result, and leaves an error alone', () => {
  expect(withMeta(Message.read('{"jsonrpc":"2.0","id":1,"result":{"a":1}}'), 'result', own).text).toBe(
    `{"jsonrpc":"2.0","id":1,"result":{"_meta":{${written}},"a":1}}`,
  );
  const error = '{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}}';
  expect(withMeta(Message.read(error), 'result', own).text).toBe(error);
});
