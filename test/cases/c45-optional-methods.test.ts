import { describe, expect, it } from 'vitest';
import { at, textOf, useKit, type Journal } from '../kit/index.ts';
import { bothTransports, openDoor } from './doors.ts';

const optional = [
  'resources/list',
  'resources/templates/list',
  'resources/subscribe',
  'prompts/list',
  'completion/complete',
  'logging/setLevel',
];

describe('C45', () => {
  const kit = useKit();

  it.each(bothTransports)('C45 what a server did not declare it is not asked for (%s)', async (kind) => {
    const { host, journal } = await openDoor(kit, kind, 'optional', { words: ['tools-only'] });
    await host.initialize();
    await host.request('tools/list');
    expect(textOf(await host.callTool('hello'))).toBe('hello');
    expect(askedFor(journal)).toEqual([]);
    // Whoever asks all the same gets the server's own answer, and nothing else changes.
    expect((await host.request('prompts/list')).error).toMatchObject({ code: -32601 });
    expect(textOf(await host.callTool('hello'))).toBe('hello');
    expect(journal.count('started')).toBe(1);
    expect(journal.received('initialize')).toHaveLength(1);
  });

  it('C45 behind one endpoint for all, a refusal takes only its own feature away', async () => {
    const variants = ['tools-only', 'no-templates', 'internal', 'invalid', 'words'];
    const fakes = await Promise.all(
      variants.flatMap((variant) => [
        kit.fake('optional', { words: [variant] }),
        kit.fake('optional', { over: 'http', words: [variant] }),
      ]),
    );
    const gateway = await kit.startGateway({
      mcpServers: Object.fromEntries(fakes.map(({ server }, index) => [`s${index}`, server])),
    });
    const host = kit.openHttp(gateway.endpoint());
    await host.initialize();

    const names = fakes.map((_fake, index) => `s${index}__hello`);
    expect(listed(await host.request('tools/list'), 'tools', 'name')).toEqual(names);
    expect(listed(await host.request('resources/list'), 'resources', 'uri')).toEqual(['test://one', 'test://one']);
    expect(listed(await host.request('resources/templates/list'), 'resourceTemplates', 'uriTemplate')).toEqual([]);
    expect(listed(await host.request('prompts/list'), 'prompts', 'name')).toEqual([]);
    expect(at(await host.request('resources/read', { uri: 'test://one' }), 'result', 'contents', 0, 'text')).toBe(
      'one',
    );
    for (const name of names) expect(textOf(await host.callTool(name))).toBe('hello');

    for (const { journal } of fakes.slice(0, 2)) expect(askedFor(journal)).toEqual([]);
    for (const { journal } of fakes) expect(journal.received('initialize')).toHaveLength(1);
    // A refusal is an answer: the same question is not put again for each list of the host's.
    for (const { journal } of fakes.slice(2)) expect(journal.received('resources/templates/list')).toHaveLength(1);
    expect(await (await fetch(`${gateway.url}/readyz`)).json()).toMatchObject({
      ready: true,
      servers: { s2: { state: 'ready' }, s4: { state: 'ready' } },
    });
  });
});

function askedFor(journal: Journal): readonly string[] {
  return optional.filter((method) => journal.received(method).length > 0);
}

function listed(answer: unknown, member: string, name: string): readonly unknown[] {
  const items = at(answer, 'result', member);
  return Array.isArray(items) ? items.map((item) => at(item, name)) : [answer];
}
