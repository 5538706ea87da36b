import { setTimeout as sleep } from 'node:timers/promises';
import type { Fake, FakeCall, Json } from './responder/fake.ts';
import { refuse } from './responder/http.ts';
import { runFake } from './responder/run-fake.ts';
import { asText } from './responder/server.ts';

// Has something for each state in which a host can be, and for each trouble that another can make. It opens after `--ms`, and
// refuses whoever opens with 2024-11-05. `hold` {ms, text}, `tick` {times, everyMs, text} and `elicit` take their time, `touch`
// {uri} says that a resource has changed. `die` ends the process over stdio and cuts its connection over HTTP; `forget` ends its
// session, over HTTP; `fail` is refused; `send` {text} journals `executed`.
await runFake(({ ms = 0 }): Fake => {
  const forgotten = new Set<string>();
  const forget = ({ exchange }: FakeCall): string => {
    forgotten.add(String(exchange?.request.headers['mcp-session-id']));
    return 'forgotten';
  };
  const reading = { definition: { annotations: { readOnlyHint: true } } };
  return {
    capabilities: { tools: {}, resources: { subscribe: true }, logging: {} },
    tools: {
      echo: { ...reading, call: ({ args }) => asText(args['text']) },
      hold: {
        ...reading,
        async call({ args }) {
          await sleep(Number(args['ms']));
          return asText(args['text']);
        },
      },
      send: {
        call({ args, wire }) {
          wire.journal.note('executed', { text: args['text'] });
          return asText(args['text']);
        },
      },
      tick: { ...reading, call: tick },
      elicit: { call: elicit },
      touch: {
        call({ args, wire }) {
          wire.send({ method: 'notifications/resources/updated', params: { uri: args['uri'] } });
          return 'touched';
        },
      },
      die: { call: die },
      forget: { call: forget },
      fail: { call: ({ fail }) => fail(-32_603, 'Internal error') },
    },
    methods: {
      async initialize({ params, fail }) {
        await sleep(ms);
        const { protocolVersion } = params;
        if (protocolVersion !== '2024-11-05') return { protocolVersion, ...served };
        fail(-32_602, 'The licence of bob@example.org has expired.');
        return undefined;
      },
      'resources/list': () => ({ resources: ['own', 'all'].map((name) => ({ uri: `test://${name}`, name })) }),
      'resources/subscribe': () => ({}),
      'resources/unsubscribe': () => ({}),
      'logging/setLevel': () => ({}),
    },
    exchanged({ request, response }) {
      if (!forgotten.has(String(request.headers['mcp-session-id']))) return false;
      refuse(response, 404, -32_001, 'Session not found');
      return true;
    },
  };
});

const served: Json = {
  capabilities: { tools: {}, resources: { subscribe: true }, logging: {} },
  serverInfo: { name: 'fake', version: '1' },
};

function die({ exchange }: FakeCall): void {
  if (exchange === undefined) process.exit(3);
  exchange.response.destroy();
}

async function tick({ args, progress }: FakeCall): Promise<string> {
  for (let step = 1; step <= Number(args['times']); step++) {
    await sleep(Number(args['everyMs']));
    progress(step);
  }
  return asText(args['text']);
}

async function elicit({ ask }: FakeCall): Promise<string> {
  const heard = await ask('elicitation/create', {
    message: 'Go on?',
    requestedSchema: { type: 'object', properties: {} },
  });
  return JSON.stringify(heard['result'] ?? heard['error']);
}
