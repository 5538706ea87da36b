import type { FakeCall } from './responder/fake.ts';
import { runFake } from './responder/run-fake.ts';

// Sends what a careless proxy would change: numbers that JavaScript can't hold, members and content that no schema knows.
// `received` gives back a request as it came, as text. `says_no` and `refuses` send numbers with what went wrong, `log` in a
// notification beside a password.
const hologram = {
  definition: {
    title: 'A hologram',
    annotations: { readOnlyHint: true, title: 'Hologram', 'x-hint': 1 },
    icons: [{ src: 'data:image/png;base64,AA==', mimeType: 'image/png', sizes: ['1x1'] }],
    inputSchema: { type: 'object', properties: { big: { const: 1 } }, 'x-schema': [null] },
    outputSchema: { type: 'object', properties: { id: { type: 'integer' } } },
    execution: { taskSupport: 'forbidden' },
    _meta: { 'com.example/meta': { deep: [1, 2, { three: true }] } },
    'x-vendor': { anything: ['goes'] },
  },
};

/** The digits matter, so this is text and never passes through a number. */
const digits = '{"id":9007199254740993,"e":1e400,"f":0.1,"z":-0,"x":1.0,"d":1E+2}';

const refusal = `{
  "content": [{"type":"text","text":"No such order.","annotations":{"priority":0.10}},{"type":"text","text":"Look again."}],
  "isError": true,
  "structuredContent": ${digits},
  "_meta": {"com.example/cost":1.50,"dev.breakwater/fault":{"kind":"rate_limited","retryAfter":7,"limit":100}}
}`.replaceAll('\n', '');

await runFake(() => ({
  capabilities: {
    tools: { listChanged: true },
    logging: {},
    'x-capability': { a: 1 },
    experimental: { 'com.example/x': {} },
  },
  methods: {
    'vendor/method': ({ id, answerRaw }) =>
      answerRaw(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"n":12345678901234567890}}`),
  },
  tools: {
    big: {
      call: (call) =>
        answer(call, `"result":{"content":[{"type":"text","text":"numbers"}],"structuredContent":${digits}}`),
    },
    says_no: { call: (call) => answer(call, `"result":${refusal}`) },
    refuses: {
      call: (call) =>
        answer(call, `"error":{"code":-32030,"message":"Not before five.","data":{"retryAfter":5,"of":${digits}}}`),
    },
    refuses_with_number: { call: (call) => answer(call, '"error":{"code":-32030,"message":"No.","data":1.50}') },
    log: {
      call: (call) => {
        call.answerRaw(
          `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":[${digits},{"password":"hunter2-aaa"}]}}`,
        );
        return 'logged';
      },
    },
    received: { call: ({ text }) => text },
    hologram: {
      ...hologram,
      call: () => ({
        content: [
          { type: 'hologram', beams: 3, payload: { nested: null } },
          { type: 'text', text: 'beside it', 'x-weight': 0.1 },
        ],
        structuredContent: { id: 7 },
        _meta: { 'com.example/trace': 'kept' },
        'x-result': true,
      }),
    },
  },
}));

function answer({ id, answerRaw }: FakeCall, member: string): void {
  answerRaw(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},${member}}`);
}
