import { expect, it } from 'vitest';
import { readOverlong } from './overlong-message.ts';

it.each([
  ['{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"a":"bb', 'bb"}}', { id: '7', isCall: true }],
  ['{"jsonrpc":"2.0","method":"tools/call","id":"s","params":{"a":"bb', 'bb","id":9}}', { id: '"s"', isCall: true }],
  ['{"method":"tools/call","params":{"a":"bb', 'bb"},"jsonrpc":"2.0","id":7}\n', { id: '7', isCall: true }],
  ['{"params":{"a":"bb', 'bb"} , "jsonrpc":"2.0" , "id" : "x\\"y" , "method":"a" } ', { id: '"x\\"y"', isCall: true }],
  ['{"jsonrpc":"2.0","method":"notifications/x","params":{"a":"bb', 'bb"}}', { id: undefined, isCall: true }],
  ['{"jsonrpc":"2.0","id":7,"result":{"method":"bb', 'bb"}}', { id: '7', isCall: false }],
  ['{"result":{"a":"bb', 'bb","method":"x"},"jsonrpc":"2.0","id":7}', { id: '7', isCall: false }],
  ['{"result":{"a":"bb', 'bb","method":"x","id":7}}', { id: undefined, isCall: false }],
  ['{"jsonrpc":"2.0","id":7,"method":{"a":"bb', 'bb"}}', { id: '7', isCall: true }],
  ['{"jsonrpc":"2.0","id":7,"method":"bb', 'bb"}', { id: '7', isCall: true }],
  ['{"params":{"a":"bb', 'bb"},"method":{"a":1},"id":7}', { id: '7', isCall: true }],
  ['{"a":"bb,\\"id\\":7', 'bb,\\"id\\":7"}', { id: undefined, isCall: false }],
  ['{"jsonrpc":"2.0","id":12', '34,"result":{}}', { id: undefined, isCall: false }],
  ['[{"id":7,"method":"x"', ',"id":8}]', { id: undefined, isCall: false }],
  ['nothing of the kind', 'at all', { id: undefined, isCall: false }],
])('reads what stands at both ends of %s…%s', (head, tail, expected) => {
  expect(readOverlong(head, tail)).toMatchObject(expected);
});

it.each([
  [
    '{"method":"tools/call","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"x"},"a":"bb',
    'bb"}}',
    'modern',
  ],
  [
    '{"method":"tools/call","params":{"a":"bb',
    'bb","_meta":{"io.modelcontextprotocol/protocolVersion":"x"}}}',
    'modern',
  ],
  ['{"method":"tools/call","params":{"a":"bb', 'bb"}}', 'legacy'],
])('sees the wire of %s…%s', (head, tail, era) => {
  expect(readOverlong(head, tail)).toMatchObject({ era });
});
