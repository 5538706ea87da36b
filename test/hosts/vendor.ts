import { runFake } from '../fakes/responder/run-fake.ts';

// Speaks methods that no specification knows, with a number that JavaScript can't hold: the tool `ask` asks its host, the
// tool `tell` tells it something. What the host says, the journal has as text. `step` makes one step of progress; `pretty`
// answers over several lines where HTTP allows it; `link` points to a resource that no list has, but that can be read.
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };
const params = { n: rawJSON('12345678901234567890'), 'x-extra': rawJSON('0.10') };

await runFake(() => ({
  capabilities: { tools: {}, resources: {} },
  methods: {
    'resources/list': () => ({ resources: [] }),
    'resources/read': ({ params: { uri } }) => ({ contents: [{ uri, text: `the text of ${String(uri)}` }] }),
  },
  tools: {
    link: { call: () => ({ content: [{ type: 'resource_link', name: 'unlisted', uri: 'vendor://unlisted/1' }] }) },
    step: {
      call(call) {
        call.progress(1);
        return 'stepped';
      },
    },
    pretty: {
      call({ id, answerRaw, exchange }) {
        const result = { content: [{ type: 'text', text: 'pretty' }], x: [{ y: 'a  b' }] };
        answerRaw(JSON.stringify({ jsonrpc: '2.0', id, result }, null, exchange === undefined ? 0 : 2));
      },
    },
    ask: { call: async (call) => JSON.stringify(Object.keys(await call.ask('vendor/question', params))) },
    tell: {
      call(call) {
        call.notify('notifications/vendor', params);
        return 'told';
      },
    },
  },
}));
