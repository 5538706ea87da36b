import { readFileSync } from 'node:fs';
import type { Fake, FakeCall, HttpControl, Json, Wire } from './responder/fake.ts';
import { runFake } from './responder/run-fake.ts';
import { asText, definitions } from './responder/server.ts';

// Does one thing at one moment: the variant is the method, for a tool call `tools/call`, with which the moment comes; the first word says what happens, the
// second whether `before` or `after` the answer, the third how often (1), counted in the journal over restarts. What happens:
// `dies` (over stdio the process, else the connection of this request), `asks` for the roots and journals `asked` and `heard`,
// `changes` all its lists, `babbles`, `blames` an error without an id, `repeats` its answer, `forgets` all sessions.
// `die` ends the process over stdio and forgets all sessions over HTTP.
await runFake(({ variant, words, journal }): Fake => {
  const [what = '', when = 'before', times = '1'] = words;
  let control: HttpControl | undefined;
  const happened = (): number =>
    readFileSync(journal ?? '', 'utf8')
      .split('\n')
      .filter((line) => line.includes('"what":"happened"')).length;
  const at =
    (answer: (call: FakeCall) => Json) =>
    (call: FakeCall): Json | undefined => {
      const { method, wire } = call;
      const isNow = method === variant && happened() < Number(times);
      if (isNow) wire.journal.note('happened', { method });
      if (isNow && when === 'before') happen(what, call, control);
      // What has died answers no more.
      if (isNow && when === 'before' && what === 'dies') return undefined;
      if (isNow && when === 'after') setImmediate(happen, what, call, control);
      const result = answer(call);
      if (isNow && what === 'repeats') call.reply(result);
      return result;
    };
  const served = { tools: { listChanged: true }, resources: { subscribe: true, listChanged: true }, logging: {} };
  const tools: Fake['tools'] = {
    echo: {
      definition: { annotations: { readOnlyHint: true } },
      call: at(({ args }) => textResult(asText(args['text']))),
    },
    die: {
      call({ exchange }) {
        if (exchange === undefined) process.exit(3);
        control?.sessions.clear();
        return 'forgotten';
      },
    },
  };
  return {
    capabilities: served,
    tools,
    methods: {
      initialize: at(({ params }) => ({
        protocolVersion: params['protocolVersion'],
        capabilities: served,
        serverInfo: { name: 'fake', version: '1' },
      })),
      'tools/list': at(() => ({ tools: definitions(tools) })),
      'resources/list': at(() => ({ resources: [] })),
      'resources/subscribe': at(() => ({})),
      'logging/setLevel': at(() => ({})),
    },
    notified(method, _params, wire) {
      if (method !== variant || happened() >= Number(times)) return;
      wire.journal.note('happened', { method });
      happenAtLarge(what, wire, control);
    },
    exchanged(_exchange, server) {
      control = server;
      return false;
    },
  };
});

function happen(what: string, call: FakeCall, control: HttpControl | undefined): void {
  if (what === 'dies' && call.exchange !== undefined) call.exchange.response.destroy();
  else if (what === 'asks') void askForRoots(call);
  else happenAtLarge(what, call.wire, control);
}

function happenAtLarge(what: string, wire: Wire, control: HttpControl | undefined): void {
  switch (what) {
    case 'dies':
      if (wire.kind === 'stdio') process.exit(3);
      control?.sessions.clear();
      break;
    case 'changes':
      for (const list of ['tools', 'resources', 'prompts']) wire.send({ method: `notifications/${list}/list_changed` });
      break;
    case 'babbles':
      wire.write('Listening on stdin\n{"jsonrpc":"2.0","id":\n[]\n{}\n');
      break;
    case 'blames':
      wire.send({ id: null, error: { code: -32_600, message: 'Invalid Request' } });
      break;
    case 'forgets':
      control?.sessions.clear();
      break;
    default:
      break;
  }
}

async function askForRoots(call: FakeCall): Promise<void> {
  call.wire.journal.note('asked');
  await call.ask('roots/list', {});
  call.wire.journal.note('heard');
}

function textResult(text: string): Json {
  return { content: [{ type: 'text', text }] };
}
