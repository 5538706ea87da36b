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
      // Each has a session of its own over HTTP, so that one answer that belongs to nobody can't end another's call.
      for (const name of all) {
        const answer = await host.callTool(name);
        const text = textsOf(answer);
        expect(at(answer, 'result', 'isError'), name).toBe(true);
        expect(text.trim(), name).not.toBe('');
        expect(text, name).not.toMatch(/\bundefined\b|\[object|\{\}|\bnull\b|NaN/);
        expect(text.trim(), name).not.toBe(name);
        const fault = at(answer, 'result', '_meta', 'dev.breakwater/fault');
        expect(fault, name).toMatchObject({ server: 'fake', tool: name });
        expect(String(at(fault, 'message')), name).toMatch(/[\p{L}]{3}.*/u);
        if (errors.includes(name)) continue;
        for (const part of ['fake', name, String(at(fault, 'kind')), String(at(fault, 'correlationId'))])
          expect(text, name).toContain(part);
        expect(text, name).toMatch(/Retry/i);
      }
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

  it('C114 a protocol error says as much as a result does', async () => {
    const { host } = await openDoor(kit, 'run', 'odd-errors', { rules: { errors: 'protocol' } });
    await host.initialize();
    for (const name of errors) {
      const { error, result } = await host.callTool(name);
      if (result !== undefined) continue;
      expect(Number.isSafeInteger(error?.code), name).toBe(true);
      expect(String(error?.message), name).toMatch(/\p{L}{3}.* /u);
      expect(String(error?.message), name).not.toMatch(/\bundefined\b|\[object/);
    }
  });
});

function textsOf(answer: JsonRpc): string {
  const content = at(answer, 'result', 'content');
  return Array.isArray(content) ? content.map((block) => String(at(block, 'text') ?? '')).join('\n') : '';
}
