import { readFileSync } from 'node:fs';
import type { FakeCall, Json } from './responder/fake.ts';
import { runFake } from './responder/run-fake.ts';

// Fails with the texts of a JSON file, the variant: the `nth`, in one way each. `message` and `data` of an error, `result` and
// `blocks` (a line each) of a result, `meta`, `log`, `stderr`, `progress`; `success` gives it back as it is. Resources and prompts
// fail with the text whose number they are asked for.
await runFake(({ variant }) => {
  // The test has written an array of texts there.
  const texts = JSON.parse(readFileSync(variant, 'utf8')) as readonly string[];
  const nth = (value: unknown): string => texts[Number(value)] ?? '';
  return {
    capabilities: { tools: {}, logging: {}, resources: {}, prompts: {} },
    tools: {
      message: { call: ({ args, fail }) => fail(-32_603, nth(args['nth'])) },
      data: { call: ({ args, fail }) => fail(-32_000, 'It failed.', inData(nth(args['nth']))) },
      result: { call: ({ args }) => failed([nth(args['nth'])]) },
      blocks: { call: ({ args }) => failed(nth(args['nth']).split('\n')) },
      meta: {
        call: ({ args }) => ({
          ...failed(['It failed.']),
          structuredContent: inData(nth(args['nth'])),
          _meta: inData(nth(args['nth'])),
        }),
      },
      log: { call: tellInLog },
      stderr: {
        call({ args, fail }) {
          process.stderr.write(`${nth(args['nth'])}\n`);
          fail(-32_603, 'See the log.');
        },
      },
      success: { call: ({ args }) => ({ content: [{ type: 'text', text: nth(args['nth']) }] }) },
    },
    methods: {
      'resources/read': ({ params, fail }) =>
        fail(-32_603, nth(params['nth'] ?? String(params['uri']).slice('text:'.length))),
      'prompts/get': ({ params, fail }) => fail(-32_602, nth(params['name']), inData(nth(params['name']))),
    },
  };

  function tellInLog({ args, notify }: FakeCall): string {
    notify('notifications/message', { level: 'error', data: nth(args['nth']) });
    notify('notifications/message', { level: 'error', data: inData(nth(args['nth'])) });
    return 'logged';
  }
});

function failed(texts: readonly string[]): Json {
  return { isError: true, content: texts.map((text) => ({ type: 'text', text })) };
}

function inData(text: string): Json {
  return { detail: text, errors: [{ message: text }] };
}
