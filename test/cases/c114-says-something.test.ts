import { describe, expect, it } from 'vitest';
import { at, useKit, type JsonRpc } from '../kit/index.ts';
import { openDoor } from './doors.ts';

// What handlers throw is the boundary's half of this case; here it is what they have made of it on the wire.
const results = [
  'no_content',
  'only_image',
  'empty_text',
  'undefined_text',
  'braces_text',
  'object_text',
  'name_text',
  'missing_content',
  'null_content',
];
const saidElsewhere = [
  'in_data',
  'in_list',
  'in_resource',
  'in_text',
  'in_block',
  'in_texts',
  'in_member',
  'in_error_data',
  'in_error',
  'in_error_detail',
];
const errors = [
  'error_empty',
  'error_undefined',
  'error_without_message',
  'error_object',
  'error_text',
  'error_null',
  'error_text_code',
  'error_big_code',
  'error_and_result',
];
const nonsense = ['result_null', 'result_text', 'neither'];
const all = [...results, ...errors, ...nonsense];

describe('C114', () => {
  const kit = useKit();

  it.each(['run', 'serve', 'http'] as const)(
    'C114 the model always reads a sentence that says what, where and what now (%s)',
    async (kind) => {
      const { host, log } = await openDoor(kit, kind, 'odd-errors');
      await host.initialize();
      const lacking: string[] = [];
      for (const name of all) lacking.push(...lacks(name, await host.callTool(name)));
      expect(lacking).toEqual([]);
      expect(log()).not.toContain('"type":"bug"');
    },
  );

  it.each(['run', 'http'] as const)(
    'C114 what a tool did say is left as it is, and what is no text stays beside ours (%s)',
    async (kind) => {
      const { host } = await openDoor(kit, kind, 'odd-errors');
      await host.initialize();
      expect(at(await host.callTool('said'), 'result', 'content')).toEqual([
        { type: 'text', text: 'The account 12 does not exist.' },
      ]);
      expect(at(await host.callTool('only_image'), 'result', 'content', 1)).toEqual({
        type: 'image',
        data: 'AA==',
        mimeType: 'image/png',
      });
    },
  );

  it.each(['run', 'http'] as const)('C114 what a tool says in another place is read (%s)', async (kind) => {
    const { host } = await openDoor(kit, kind, 'odd-errors');
    await host.initialize();
    for (const name of saidElsewhere) {
      const answer = await host.callTool(name);
      expect([name, textsOf(answer)]).toEqual([name, expect.stringContaining('The disk is full.')]);
      expect(at(answer, 'result', '_meta', 'dev.breakwater/fault', 'message')).toBe('The disk is full.');
    }
  });

  it.each(
    (['result', 'protocol'] as const).flatMap((form) =>
      (['legacy', 'modern'] as const).flatMap((era) =>
        ['no_such_file', 'no_such_file_error'].map((tool) => [tool, form, era] as const),
      ),
    ),
  )(
    'C114 what the call itself has named is told again, unless it is a secret (%s, %s, %s)',
    async (tool, form, era) => {
      const known = kit.plantSecret('Xk29-fQ77-pL03');
      const shaped = kit.plantSecret('ghp_ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789');
      const { server } = await kit.fake('odd-errors', { modern: era === 'modern' });
      const gateway = await kit.startGateway({
        mcpServers: { fake: { ...server, env: { API_TOKEN: known } } },
        servers: { fake: { errors: form } },
      });
      const host = kit.openHttp(gateway.endpoint('fake'), { era });
      if (era === 'legacy') await host.initialize();
      const told = async (path: string) => {
        const { result, error } = await host.callTool(tool, { path });
        return {
          text: error?.message ?? at(result, 'content', 0, 'text'),
          data: error?.data ?? at(result, 'structuredContent'),
        };
      };

      for (const path of ['/home/alice/projects/site/index.html', 'http://localhost:5173/login'])
        expect(await told(path)).toMatchObject({
          text: `ENOENT: no such file or directory, open '${path}', nor '[path]/index.html'`,
          ...((tool === 'no_such_file' || form === 'protocol') && {
            data: { path, tried: [path, '[path]/index.html'] },
          }),
        });
      for (const secret of [known, shaped]) {
        const { text } = await told(`/home/alice/${secret}`);
        expect(text).toContain('[redacted]');
        await told(`http://bob:${secret}@localhost:5173/login`);
        await told(secret);
      }
    },
  );

  it('C114 a protocol error says as much as a result does', async () => {
    const { host } = await openDoor(kit, 'run', 'odd-errors', { rules: { errors: 'protocol' } });
    await host.initialize();
    const messages: unknown[] = [];
    for (const name of errors) {
      const { error } = await host.callTool(name);
      if (error !== undefined) messages.push(Number.isSafeInteger(error.code) ? error.message : error);
    }
    expect(messages.length).toBeGreaterThan(5);
    expect(messages.filter((message) => typeof message !== 'string' || !isSentence(message))).toEqual([]);
  });
});

/** What an answer doesn't have that a reader needs, in words; empty where all is there. */
function lacks(name: string, answer: JsonRpc): readonly string[] {
  const text = textsOf(answer);
  const fault = at(answer, 'result', '_meta', 'dev.breakwater/fault');
  const needed: Readonly<Record<string, boolean>> = {
    'the mark of an error': at(answer, 'result', 'isError') === true,
    'a sentence': isSentence(text) && text.trim() !== name,
    'a fault with a message': isSentence(String(at(fault, 'message'))),
    'its place in the fault': at(fault, 'server') === 'fake' && at(fault, 'tool') === name,
    // What the server has said itself is left alone.
    'its place, kind, reference and advice in the text':
      errors.includes(name) ||
      ['fake', name, 'Retry', String(at(fault, 'kind')), String(at(fault, 'correlationId'))].every((part) =>
        text.includes(part),
      ),
  };
  return Object.entries(needed).flatMap(([what, isThere]) => (isThere ? [] : [`${name} lacks ${what}: ${text}`]));
}

function isSentence(text: string): boolean {
  return /\p{L}{2}/u.test(text) && !/\bundefined\b|\[object|\{\}|\bnull\b|NaN/.test(text);
}

function textsOf(answer: JsonRpc): string {
  const content = at(answer, 'result', 'content');
  return Array.isArray(content) ? content.map((block) => asText(at(block, 'text'))).join('\n') : '';
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
