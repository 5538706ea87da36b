import { describe, expect, it } from 'vitest';
import { at, textOf, until, useKit, type JsonRpc, type Kit } from '../kit/index.ts';

const awkward = 'p"w\\d/9+=';
const short = 'q7Zx!2';
// Long enough to be masked in successes too (INTERFACES §9: 12 characters).
const long = 'l"ng\\er/Secret+77=';

describe('C121', () => {
  const kit = useKit();

  it.each(['stdio', 'http'] as const)(
    'C121 no form of a credential that we inject comes back in an error (%s)',
    async (over) => {
      for (const secret of [awkward, long]) {
        const { host } = await open(kit, over, secret);
        for (const way of ['error', 'is_error', 'free', 'encoded', 'page', 'split']) {
          const answer = await host.callTool(way);
          expect({ way, revealed: revealed(answer, secret) }).toEqual({ way, revealed: [] });
        }
      }
    },
  );

  it.each(['stdio', 'http'] as const)(
    'C121 in a success, the values that the configuration names are masked, and nothing else (%s)',
    async (over) => {
      const { host } = await open(kit, over, long);
      for (const way of ['result', 'keys']) {
        const answer = await host.callTool(way);
        expect(at(answer, 'result', 'isError')).toBeUndefined();
        expect({ way, revealed: revealed(answer, long) }).toEqual({ way, revealed: [] });
        expect(JSON.stringify(answer)).toContain('[redacted]');
      }
      const success = await host.callTool('result');
      expect(textOf(success)).toMatch(/^I was given \{/);
    },
  );

  it.each(['stdio', 'http'] as const)('C121 a failed task tells no more than a failed call (%s)', async (over) => {
    const { host } = await open(kit, over, long);
    await host.get().opened();
    const failure = { status: 'failed', statusMessage: 'password=[redacted] failed at [path]/app.py' };
    const task = { taskId: 'task-0123456789abcdef', ...failure, pollInterval: 1000 };
    expect((await host.request('tasks/get', { taskId: task.taskId })).result).toEqual(task);
    const tasks = at(await host.request('tasks/list'), 'result', 'tasks');
    expect(at(tasks, 0)).toEqual(task);
    expect(at(tasks, 1, 'statusMessage')).toContain('Hunter2BlueHorse');
    const result = await host.request('tasks/result', { taskId: task.taskId });
    expect(result.result).toEqual({
      isError: true,
      content: [{ type: 'text', text: failure.statusMessage }],
      _meta: { own: true },
    });
    const [told] = await until('the status', () => {
      const all = host.inbox.notifications('notifications/tasks/status');
      return all.length > 0 && all;
    });
    expect(told?.params).toEqual(task);
  });

  it('C121 the address that a user has to open to sign in comes as it is, and only that', async () => {
    const { host } = await open(kit, 'http', long);
    const { error } = await host.callTool('sign_in');
    expect(error?.code).toBe(-32_042);
    expect(at(error?.data, 'elicitations', 0)).toEqual({
      mode: 'url',
      elicitationId: 'e1',
      url: 'http://localhost:8123/authorize?client_id=abc&state=Xy12Zw34Qr56Ts78&token=t0k3n-0f-th15-s1gn-1n',
      message: 'password=[redacted] failed at [path]/app.py',
    });
    expect(error?.message).not.toContain('Hunter2BlueHorse');
  });

  it.each([
    ['one server', 'legacy', 'fake'],
    ['one server', 'modern', 'fake'],
    ['all servers', 'legacy', undefined],
    ['all servers', 'modern', undefined],
  ] as const)(
    'C121 what a server says of itself and its tools is a success like others: %s, %s',
    async (_what, era, path) => {
      const modern = era === 'modern';
      const { server } = await kit.fake('leaks', { words: ['describes'], modern });
      const gateway = await kit.startGateway({ mcpServers: { fake: { ...server, env: { SECRET: long } } } });
      const host = kit.openHttp(gateway.endpoint(path), { era });
      const opening = modern ? await host.request('server/discover') : await host.initialize();
      const list = await host.request('tools/list');

      expect(String(at(opening, 'result', 'instructions'))).toContain('Sign in');
      expect(String(at(list, 'result', 'tools', 0, 'description'))).toContain('Signs in with');
      expect([opening, list].flatMap((answer) => revealed(answer, long))).toEqual([]);
      expect(at(list, 'result', 'tools', 0, '_meta')).toEqual({ own: true });
    },
  );

  it.each(['stdio', 'http'] as const)('C121 over two blocks of text, neither half is left (%s)', async (over) => {
    const { host } = await open(kit, over, long);
    const answer = JSON.stringify(await host.callTool('split'));
    for (let from = 0; from + 8 <= long.length; from++)
      expect(answer).not.toContain(JSON.stringify(long.slice(from, from + 8)).slice(1, -1));
  });

  it.each(['stdio', 'http'] as const)(
    'C121 a short value is masked where something names it, and flagged when it is read (%s)',
    async (over) => {
      const { host, log } = await open(kit, over, short);
      expect(log()).toMatch(/warning: .*(short|characters)/i);
      expect(log()).not.toContain(short);
      const answer = await host.callTool('error');
      expect(revealed(answer, short)).toEqual([]);
    },
  );
});

async function open(kit: Kit, over: 'stdio' | 'http', secret: string) {
  const { server } = await kit.fake('leaks', { over, env: { SECRET: secret } });
  const entry =
    'url' in server
      ? { ...server, headers: { Authorization: `Bearer ${secret}` } }
      : { ...server, env: { SECRET: secret } };
  const gateway = await kit.startGateway({ mcpServers: { fake: entry } });
  const host = kit.openHttp(gateway.endpoint('fake'));
  await until('an answer', () => host.initialize());
  return { host, log: () => gateway.stderr };
}

/** The forms of a secret that stand in an answer. */
function revealed(answer: JsonRpc, secret: string): readonly string[] {
  const escaped = JSON.stringify(secret).slice(1, -1);
  const forms = [
    secret,
    escaped,
    JSON.stringify(escaped).slice(1, -1),
    encodeURIComponent(secret),
    encodeURIComponent(secret).toLowerCase(),
    Buffer.from(`user:${secret}`).toString('base64'),
    Buffer.from(secret).toString('base64'),
    Buffer.from(secret).toString('base64url'),
    Buffer.from(secret).toString('hex'),
  ];
  const texts = [JSON.stringify(answer), ...stringsOf(answer)];
  return forms.filter((form) => texts.some((text) => text.includes(form)));
}

/** Every text of a value, names of members included. */
function stringsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => [key, ...stringsOf(each)]);
}
