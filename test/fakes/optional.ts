import type { Fake, FakeCall } from './responder/fake.ts';
import { refuse } from './responder/http.ts';
import { runFake } from './responder/run-fake.ts';

const optionalMethods = [
  'ping',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'completion/complete',
  'logging/setLevel',
];

// Leaves out what is optional, and says so in its own way.
// `tools-only`; `no-templates` declares resources but knows no templates; the rest refuse all of it, `internal` by −32603,
// `invalid` by −32600, `words` by a code of their own.
// `ping-32601`, `ping-32600`, `ping-32603`, `ping-404` (over HTTP), `ping-silent`: how a ping is answered.
await runFake(({ variant }): Fake => {
  const tools = { hello: { definition: { annotations: { readOnlyHint: true } }, call: () => 'hello' } };
  const refusing = (refusal: (call: FakeCall) => void): Fake => ({
    tools,
    capabilities: { tools: {}, resources: {}, prompts: {} },
    methods: Object.fromEntries(optionalMethods.map((method) => [method, refusal])),
  });
  const resource = { uri: 'test://one', name: 'one' };
  switch (variant) {
    case 'no-templates':
      return {
        tools,
        capabilities: { tools: {}, resources: {} },
        methods: {
          'resources/list': () => ({ resources: [resource] }),
          'resources/read': () => ({ contents: [{ uri: resource.uri, text: 'one' }] }),
        },
      };
    case 'internal':
      return refusing(notSupported);
    case 'invalid':
      return refusing(({ fail }) => fail(-32_600, 'Invalid Request'));
    case 'words':
      return refusing(({ fail }) => fail(0, 'Not implemented: prompts and resources'));
    case 'ping-32601':
      return { tools, methods: { ping: ({ fail }) => fail(-32_601, 'Method not found') } };
    case 'ping-32600':
      return { tools, methods: { ping: ({ fail }) => fail(-32_600, 'Invalid Request') } };
    case 'ping-32603':
      return { tools, methods: { ping: notSupported } };
    case 'ping-404':
      return {
        tools,
        exchanged({ method, response }) {
          if (method !== 'ping') return false;
          refuse(response, 404, -32_601, 'Not Found');
          return true;
        },
      };
    case 'ping-silent':
      return { tools, methods: { ping: () => undefined } };
    default:
      return { tools };
  }
});

function notSupported({ fail }: FakeCall): void {
  fail(-32_603, 'Method not supported');
}
