import { Message } from '@breakwater/core';
import { aCall, somePlan, VirtualClock } from '@breakwater/core/testing';
import { expect, it } from 'vitest';
import { withTrustedMeta } from './trusted-meta.ts';

const { plan } = somePlan(new VirtualClock());
const own = '"dev.breakwater/correlation-id":"bw-test-1","dev.breakwater/attempt":2,"dev.breakwater/deadline-ms":1500';

it.each([
  ['{"jsonrpc":"2.0","id":1,"method":"x"}', `{"jsonrpc":"2.0","id":1,"method":"x","params":{"_meta":{${own}}}}`],
  [
    '{"jsonrpc":"2.0","id":1,"method":"x","params":{ }}',
    `{"jsonrpc":"2.0","id":1,"method":"x","params":{"_meta":{${own}} }}`,
  ],
  [
    '{"jsonrpc":"2.0","id":1,"method":"x","params":{"n":9007199254740993}}',
    `{"jsonrpc":"2.0","id":1,"method":"x","params":{"_meta":{${own}},"n":9007199254740993}}`,
  ],
  [
    '{"jsonrpc":"2.0","id":1,"method":"x","params":{"_meta":{"traceparent":"00-1","dev.breakwater/attempt":9}}}',
    `{"jsonrpc":"2.0","id":1,"method":"x","params":{"_meta":{"traceparent":"00-1",${own}}}}`,
  ],
])('says what a trusted server may know in %s', (text, expected) => {
  const call = { ...aCall(plan), message: Message.read(text), attempt: 2, deadlineAt: 2_000 };
  expect(withTrustedMeta(call, 500).text).toBe(expected);
});
