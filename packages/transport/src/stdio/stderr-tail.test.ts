import { expect, it } from 'vitest';
import { cutText } from './cut-text.ts';
import { StderrTail } from './stderr-tail.ts';

it('keeps the end of what was written, from a whole line on', () => {
  const tail = new StderrTail();
  expect(tail.text()).toBe('');
  tail.push(Buffer.from('first\n'));
  expect(tail.text()).toBe('first\n');
  for (let n = 0; n < 10_000; n++) tail.push(Buffer.from(`line ${n} 中文\n`));
  const lines = tail.text().split('\n');
  expect(Buffer.byteLength(tail.text())).toBeLessThanOrEqual(65_536);
  expect(Buffer.byteLength(tail.text())).toBeGreaterThan(65_000);
  expect(lines[0]).toMatch(/^line \d+ 中文$/);
  expect(lines.at(-2)).toBe('line 9999 中文');
});

it('keeps the end of one chunk that is larger than all it keeps', () => {
  const tail = new StderrTail();
  tail.push(Buffer.from(`x\n${'y'.repeat(100)} ${'z'.repeat(65_500)}`));
  expect(tail.text()).toBe(`…${'z'.repeat(65_500)}`);
});

it('hands on whole lines, those of one chunk together, the last one without a newline too', () => {
  const handed: string[] = [];
  const tail = new StderrTail((lines) => handed.push(lines));
  tail.push(Buffer.from('a\nb'));
  tail.push(Buffer.from('c\r\n\nla'));
  tail.push(Buffer.from('st'));
  tail.end();
  expect(handed).toEqual(['a\n', 'bc\n\n', 'last\n']);
});

it('never cuts a secret in two where words end', () => {
  expect(cutText('short', 10)).toBe('short');
  expect(cutText('token=abc sk-0123456789', 19)).toBe('token=abc …');
  expect(cutText('x'.repeat(3_000), 2_000)).toBe(`${'x'.repeat(1_999)}…`);
  expect(cutText('😀😀', 2)).toBe('…');
});
