import type { FakeCall, FakeTool } from './responder/fake.ts';
import { runFake } from './responder/run-fake.ts';

const inputSchema = {
  type: 'object',
  properties: { path: { type: 'string' }, options: { type: 'object', properties: { depth: { type: 'integer' } } } },
  required: ['path'],
};

const refusal = { isError: true, content: [{ type: 'text', text: 'Invalid arguments' }] };

const strict = {
  type: 'object',
  properties: { path: { type: 'string', minLength: 3 }, mode: { enum: ['a', 'b'] } },
  additionalProperties: false,
};

// Refuses arguments without a word on what is wrong with them: `refuses` in a result, `refuses_32602` and `refuses_32000` in an
// error. `strict` has a schema with more in it, `too_short` says what is wrong in the words of an SDK, `names_field` says which one and no more, `fails` says something else, `lenient` takes what its schema doesn't.
await runFake(() => ({
  tools: {
    refuses: tool(() => refusal),
    strict: { definition: { inputSchema: strict }, call: () => refusal },
    too_short: tool(({ fail }) =>
      fail(-32_602, 'Invalid arguments for tool too_short: Too small: expected string to have >=3 characters at path'),
    ),
    refuses_32602: tool(({ fail }) => fail(-32_602, 'Invalid arguments')),
    refuses_32000: tool(({ fail }) => fail(-32_000, 'Request failed: invalid arguments')),
    names_field: tool(({ fail }) => fail(-32_602, 'Invalid arguments for tool names_field: options.depth: no good')),
    fails: tool(() => ({ isError: true, content: [{ type: 'text', text: 'The disk is full.' }] })),
    lenient: tool(() => 'I take anything.'),
  },
}));

function tool(call: (call: FakeCall) => ReturnType<FakeTool['call']>): FakeTool {
  return { definition: { inputSchema }, call };
}
