import type { Fake, FakeCall, Json } from './responder/fake.ts';
import { runFake } from './responder/run-fake.ts';

// Tells what it should keep. `dies` prints its environment to stderr and exits; `dies-in-pieces` cuts each line in two writes.
// Otherwise one tool each, which tells of `SECRET` in its environment and of the headers that it was sent:
// `result`, `error`, `is_error`, `free` (no names beside them), `split`, `keys`, `encoded`, `page` (an HTTP 500), `log` (a notification), `stderr`,
// `sign_in` (−32042 with an address), `tasks/get`, `tasks/list` and `tasks/result` tell of a failed task,
// and `long`, whose error has a token of forty characters over the place where each of its texts is cut.
// `describes` tells of `SECRET` in its instructions and in its list, where it also speaks in the name of the gateway.
await runFake(({ variant }): Fake => ({
  async started() {
    if (variant !== 'dies' && variant !== 'dies-in-pieces') return;
    for (const [name, value] of Object.entries(process.env)) {
      const line = `${name}=${value}\n`;
      const cut = variant === 'dies' ? line.length : name.length + 1 + Math.ceil((value?.length ?? 0) / 2);
      await written(line.slice(0, cut));
      if (cut < line.length) await written(line.slice(cut));
    }
    process.exit(1);
  },
  capabilities: { tools: {}, logging: {} },
  ...(variant === 'describes' && {
    rewritten: (text) =>
      text.replace('"capabilities":', () => `"instructions":${JSON.stringify(`Sign in: ${secret()}`)},"capabilities":`),
  }),
  methods: {
    'tasks/result': ({ notify }) => {
      notify('notifications/tasks/status', failed);
      return { isError: true, content: [{ type: 'text', text: password }], _meta: { own: true } };
    },
    'tasks/get': () => failed,
    'tasks/list': () => ({ tasks: [failed, { ...failed, status: 'completed' }] }),
  },
  tools: {
    ...(variant === 'describes' && {
      described: {
        definition: { description: `Signs in with ${secret()}.`, _meta: { 'dev.breakwater/fault': {}, own: true } },
        call: () => '',
      },
    }),
    result: { call: (call) => `I was given ${secretsOf(call)}` },
    error: {
      call: (call) => call.fail(-32_603, `refused: ${secretsOf(call)}`, { headers: headersOf(call), env: secret() }),
    },
    is_error: { call: (call) => ({ isError: true, content: [{ type: 'text', text: `refused: ${secretsOf(call)}` }] }) },
    free: {
      call: (call) => ({ isError: true, content: [{ type: 'text', text: `No, not ${valuesOf(call).join(' or ')}.` }] }),
    },
    split: { call: () => ({ isError: true, content: halves(secret()).map((text) => ({ type: 'text', text })) }) },
    keys: { call: (call) => ({ content: [], structuredContent: { [secret()]: secretsOf(call) } }) },
    encoded: { call: () => ({ isError: true, content: [{ type: 'text', text: encodings(secret()).join('\n') }] }) },
    page: { call: page },
    log: {
      call(call) {
        call.notify('notifications/message', { level: 'info', data: { headers: headersOf(call), secret: secret() } });
        return 'logged';
      },
    },
    stderr: {
      call(call) {
        process.stderr.write(`request with ${secretsOf(call)}\n`);
        call.fail(-32_603, 'See the log.');
      },
    },
    sign_in: {
      call({ fail }) {
        const url = 'http://localhost:8123/authorize?client_id=abc&state=Xy12Zw34Qr56Ts78&token=t0k3n-0f-th15-s1gn-1n';
        const elicitations = [{ mode: 'url', elicitationId: 'e1', url, message: password }];
        fail(-32_042, `Sign in: ${password}`, { elicitations });
      },
    },
    long: {
      call({ fail, args }) {
        const text = `${'word '.repeat(56)}${String(args['token'])} and more`;
        const value = { field: text.slice(100), expected: text.slice(100), received: text.slice(100) };
        const data = { ...value, suggestion: text, required: text.slice(100), correlationId: text.slice(170) };
        fail(-32_603, `${'word '.repeat(96)}${String(args['token'])} and more`, { ...data, issues: [value] });
      },
    },
  },
}));

const password = 'password=Hunter2BlueHorse failed at /home/bob/secret/app.py';
/** What is said of a task that went wrong. */
const failed = { taskId: 'task-0123456789abcdef', status: 'failed', statusMessage: password, pollInterval: 1000 };

function secret(): string {
  return process.env['SECRET'] ?? '';
}

function headersOf({ exchange }: FakeCall): Json {
  return exchange?.request.headers ?? {};
}

function secretsOf(call: FakeCall): string {
  return JSON.stringify({ url: call.exchange?.request.url, headers: headersOf(call), secret: secret() });
}

/** The secrets without the names that go with them. */
function valuesOf({ exchange }: FakeCall): readonly string[] {
  const query = new URL(exchange?.request.url ?? '', 'http://localhost').searchParams;
  const [, credentials = ''] = (exchange?.request.headers.authorization ?? '').split(' ');
  return [...query.values(), credentials, Buffer.from(credentials, 'base64').toString(), secret()].filter(
    (value) => value !== '',
  );
}

function halves(text: string): readonly string[] {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)];
}

function encodings(text: string): readonly string[] {
  return [
    text,
    JSON.stringify(text),
    encodeURIComponent(text),
    Buffer.from(`user:${text}`).toString('base64'),
    Buffer.from(text).toString('hex'),
  ];
}

function page(call: FakeCall): void {
  const { exchange, fail } = call;
  if (exchange === undefined) return fail(-32_603, secretsOf(call));
  exchange.response.writeHead(500, { 'content-type': 'text/html' });
  exchange.response.end(`<html><h1>500</h1><pre>${secretsOf(call)}</pre></html>`);
}

function written(text: string): Promise<void> {
  return new Promise((resolve) => process.stderr.write(text, () => setTimeout(resolve, 5)));
}
