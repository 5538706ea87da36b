import { isUtf8 } from 'node:buffer';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SseParser } from './sse-parser.ts';
import type { SseEvent } from './sse-parser.ts';

interface Heard {
  readonly events: SseEvent[];
  comments: number;
  readonly retries: number[];
  readonly fits: boolean;
}

function parse(chunks: readonly Uint8Array[], maxEventBytes = 1_000_000): Heard {
  const heard = { events: [] as SseEvent[], comments: 0, retries: [] as number[], fits: true };
  const parser = new SseParser(
    {
      event: (event) => heard.events.push(event),
      comment: () => heard.comments++,
      retry: (delayMs) => heard.retries.push(delayMs),
    },
    maxEventBytes,
  );
  for (const chunk of chunks) heard.fits &&= parser.feed(chunk);
  return heard;
}

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function singly(text: string): Uint8Array[] {
  return [...bytes(text)].map((byte) => Uint8Array.of(byte));
}

const answer = '{"jsonrpc":"2.0","id":1,"result":{"text":"héllo 世界 🙂"}}';
const pretty = ['{', '"jsonrpc": "2.0",', '"id": 1,', '"result": {}', '}'];

// C58
it.each([
  ['LF', `data: ${answer}\n\n`],
  ['CRLF', `data: ${answer}\r\n\r\n`],
  ['CR', `data: ${answer}\r\r`],
  ['mixed ends', `data: ${answer}\r\n\n`],
  ['no space after the colon', `data:${answer}\n\n`],
  ['a byte order mark', `\ufeffdata: ${answer}\n\n`],
  ['comments and pings between', `: hello\n\nevent: ping\n\n: again\ndata: ${answer}\n\n`],
  ['an event type', `event: message\ndata: ${answer}\n\n`],
])('reads an event with %s, whole and byte by byte', (_what, text) => {
  for (const chunks of [[bytes(text)], singly(text)]) {
    expect(parse(chunks).events).toEqual([{ data: answer, type: undefined, id: undefined }]);
  }
});

it.each(['\n', '\r\n', '\r'])('joins several data lines that end in %j', (end) => {
  const text = pretty.map((line) => `data: ${line}${end}`).join('') + end;
  for (const chunks of [[bytes(text)], singly(text)]) {
    const [event] = parse(chunks).events;
    expect(JSON.parse(event?.data ?? '')).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
  }
});

it('gives the last event of a CR stream before anything else comes', () => {
  expect(parse([bytes('data: 1\r\r')]).events).toHaveLength(1);
});

it('reads an LF that belongs to a CR of the chunk before as one line end', () => {
  expect(
    parse([bytes('data: a\r'), bytes('\ndata: b\r'), bytes('\n\r'), bytes('\n')]).events.map(({ data }) => data),
  ).toEqual(['a\nb']);
});

it('says ids, types and retries', () => {
  const { events, retries } = parse([bytes('id: 7\nevent: endpoint\nretry: 5000\ndata: /messages\n\n')]);
  expect(events).toEqual([{ data: '/messages', type: 'endpoint', id: '7' }]);
  expect(retries).toEqual([5_000]);
});

const line = fc.oneof(
  fc.string({ unit: 'grapheme' }).map((text) => `data: ${text.replaceAll(/[\r\n\0]/g, '')}`),
  fc.constantFrom(': comment', 'event: ping', 'id: 4', 'retry: 10', '', '', 'data', 'unknown: field', 'data:'),
);

it('gives the same events however the bytes are cut', () => {
  const stream = fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r')), { maxLength: 30 });
  fc.assert(
    fc.property(stream, fc.array(fc.nat(12), { minLength: 1 }), (lines, sizes) => {
      const text = lines.map(([content, end]) => content + end).join('');
      const whole = bytes(text);
      const chunks: Uint8Array[] = [];
      for (let at = 0, turn = 0; at < whole.length; turn++) {
        const size = 1 + (sizes[turn % sizes.length] ?? 0);
        chunks.push(whole.subarray(at, at + size));
        at += size;
      }
      expect(parse(chunks)).toEqual(parse([whole]));
    }),
  );
});

it('means the same whatever the line ends are', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
      const read = (end: string): SseEvent[] => parse([bytes(lines.map((each) => each + end).join(''))]).events;
      expect(read('\r\n')).toEqual(read('\n'));
      expect(read('\r')).toEqual(read('\n'));
    }),
  );
});

// C60
it('shows the data of an event that lacks its blank line, and closes it on demand', () => {
  const events: SseEvent[] = [];
  const parser = new SseParser({ event: (event) => events.push(event), comment: () => {}, retry: () => {} }, 1_000);
  parser.feed(bytes(`data: 1\n\nid: 9\ndata: ${answer}`));
  expect(parser.openData()).toBe(answer);
  expect(events).toHaveLength(1);
  parser.closeOpenEvent();
  parser.feed(bytes('\n\n'));
  expect(events.map(({ data }) => data)).toEqual(['1', answer]);
  expect(parser.unterminated).toBe(false);
});

it('refuses an event above the limit, in one piece or many, and no stream of small ones', () => {
  expect(parse([bytes(`data: ${'x'.repeat(200)}\n`)], 100).fits).toBe(false);
  expect(parse(singly(`data: ${'x'.repeat(200)}`), 100).fits).toBe(false);
  expect(parse(singly(`data: ${'x'.repeat(20)}\n\n`.repeat(20)), 100).fits).toBe(true);
  expect(
    parse(
      Array.from({ length: 100 }, () => bytes(': beat\n')),
      100,
    ).fits,
  ).toBe(true);
});

// C33
it('tells an event whose bytes are no UTF-8 from a whole one, however they are cut', () => {
  const data = fc.array(
    fc.oneof(fc.constantFrom(0xc7, 0xd1, 0xff, 0x80, 0xe2, 0x82, 0xac, 0xf0), fc.integer({ min: 0x20, max: 0x7e })),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(data, fc.integer({ min: 1, max: 5 }), (damaged, size) => {
      const between = '\uFFFD €';
      const stream = Buffer.concat([bytes('data: x'), Uint8Array.from(damaged), bytes(`\n\ndata: ${between}\n\n`)]);
      const chunks = Array.from({ length: Math.ceil(stream.length / size) }, (_, n) =>
        stream.subarray(n * size, (n + 1) * size),
      );
      const [first, second] = parse(chunks).events.slice(-2);
      const isWhole = isUtf8(Uint8Array.from(damaged));
      expect(first?.isDamaged).toBe(isWhole ? undefined : true);
      expect(second?.data).toBe(between);
      // A replacement character of the server's own is no damage.
      expect(isWhole && second?.isDamaged).not.toBe(true);
    }),
  );
});
