import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Load } from './load.ts';
import { runLoad } from './run-load.ts';

const load: Load = { calls: 40, callers: 4, bytes: 64, warmUp: 2 };
const generator = [process.execPath, join(import.meta.dirname, 'load-stdio.ts'), JSON.stringify(load)];
const echo = [process.execPath, join(import.meta.dirname, 'echo-server.mjs')];

it('counts each call once, on both sides, and reads its figures at both ends of the load', async () => {
  let reads = 0;

  const { result, before, after } = await runLoad([...generator, ...echo], () => ++reads);

  expect(result).toMatchObject({ calls: 40, errors: 0, upstreamCalls: 40 });
  expect(result.p50).toBeLessThanOrEqual(result.p99);
  expect([before, after]).toEqual([1, 2]);
});

it('sees answers that never came from the server', async () => {
  const { result } = await runLoad([...generator, ...serverThat("name === 'count' ? '0' : text")], () => undefined);

  expect(result).toMatchObject({ calls: 40, errors: 0, upstreamCalls: 0 });
});

it('sees answers that belong to other calls', async () => {
  const liar = serverThat("name === 'count' ? '0' : text.startsWith('w') ? text : (globalThis.first ||= text)");

  const { result } = await runLoad([...generator, ...liar], () => undefined);

  expect(result.errors).toBe(39);
  expect(result.firstError).toContain('Expected the answer');
});

it('fails where the load cannot begin', async () => {
  const noServer = [process.execPath, '--eval', ''];

  await expect(runLoad([...generator, ...noServer], () => undefined)).rejects.toThrow('no figures');
});

// Answers each call with the text that the expression makes of its tool's `name` and its `text`.
function serverThat(expression: string): readonly string[] {
  const program = `
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, params: { name, arguments: { text = '' } = {} } = {} } = JSON.parse(line);
      if (id === undefined) return;
      const result = { content: [{ type: 'text', text: ${expression} }] };
      process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
    });`;
  return [process.execPath, '--eval', program];
}
