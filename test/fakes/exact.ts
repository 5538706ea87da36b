import { runFake } from './responder/run-fake.ts';

// Sends what a careless proxy would change: numbers that JavaScript can't hold, members and content that no schema knows.
// `received` gives back a request as it came, as text.
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

await runFake(() => ({
  capabilities: { tools: { listChanged: true }, 'x-capability': { a: 1 }, experimental: { 'com.example/x': {} } },
  methods: {
    'vendor/method': ({ id, answerRaw }) =>
      answerRaw(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"n":12345678901234567890}}`),
  },
  tools: {
    big: { call: ({ id, answerRaw }) => answerRaw(bigAnswer(id)) },
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

/** The digits matter, so this is text and never passes through a number. */
function bigAnswer(id: unknown): string {
  const structured = '{"id":9007199254740993,"e":1e400,"f":0.1,"z":-0,"x":1.0,"d":1E+2}';
  const content = '[{"type":"text","text":"numbers"}]';
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"content":${content},"structuredContent":${structured}}}`;
}
