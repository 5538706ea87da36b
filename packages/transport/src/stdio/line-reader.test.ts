import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LineReader, type OverlongLine } from './line-reader.ts';

interface Found {
  readonly lines: readonly string[];
  readonly overlong: readonly OverlongLine[];
}

function read(chunks: readonly Buffer[], maxLineBytes = 1_000_000): Found {
  const lines: string[] = [];
  const overlong: OverlongLine[] = [];
  let passing = 0;
  const reader = new LineReader(maxLineBytes, {
    line: (bytes, start, end) => lines.push(bytes.toString('latin1', start, end)),
    overlong: () => passing++,
    overlongEnded: (line) => overlong.push(line),
  });
  for (const chunk of chunks) reader.push(chunk);
  reader.end();
  expect(passing).toBe(overlong.length);
  return { lines, overlong };
}

function cut(bytes: Buffer, size: number): readonly Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
  return chunks;
}

it('splits at newlines alone and drops one carriage return before them', () => {
  const { lines } = read([Buffer.from('a\r\n\r\n\nb\r\r\nc\u0085d\u2028e\n\0', 'utf8')]);
  expect(lines).toEqual(['a', '', '', 'b\r', Buffer.from('c\u0085d\u2028e').toString('latin1'), '\0']);
});

it('finds the same lines, overlong ones too, however the stream is cut', () => {
  const line = fc.oneof(fc.string({ maxLength: 12 }), fc.string({ minLength: 20, maxLength: 40 }));
  fc.assert(
    fc.property(fc.array(line), fc.integer({ min: 1, max: 50 }), (texts, size) => {
      const bytes = Buffer.from(texts.map((text) => `${text.replaceAll('\n', ' ')}\n`).join(''));
      expect(read(cut(bytes, size), 16)).toEqual(read([bytes], 16));
    }),
  );
});

it('keeps the two ends of an overlong line, counts it, and goes on behind it', () => {
  const line = Buffer.from(`<${'a'.repeat(9_998)}>`);
  const { lines, overlong } = read(cut(Buffer.concat([line, Buffer.from('\nnext\n')]), 777), 5_000);
  expect(lines).toEqual(['next']);
  expect(overlong).toEqual([{ head: line.subarray(0, 4_096), tail: line.subarray(-4_096), sizeBytes: 10_000 }]);
});

it('copies a long line a bounded number of times', () => {
  // Byte by byte it would take minutes if each chunk copied what had come before.
  const startedAt = performance.now();
  const { lines } = read(cut(Buffer.alloc(500_000, 'x'), 1));
  expect(lines[0]).toHaveLength(500_000);
  expect(performance.now() - startedAt).toBeLessThan(2_000);
});
