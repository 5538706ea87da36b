import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { skipValue } from './json-scan.ts';
import { findMember } from './json-members.ts';
import { Message } from './message.ts';

describe('Message', () => {
  it('keeps the text of a request, its id as raw text and its method', () => {
    const text = '{"jsonrpc":"2.0","id":"7","method":"tools/call","params":{"name":"echo"}}';
    const message = Message.read(text);
    expect(message).toMatchObject({ text, kind: 'request', id: '"7"', method: 'tools/call' });
    expect(message.params).toEqual({ name: 'echo' });
  });

  it.each([
    ['notification', '{"jsonrpc":"2.0","method":"notifications/initialized"}'],
    ['response', '{"jsonrpc":"2.0","id":1,"result":{}}'],
    ['response', '{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"no"}}'],
    ['response', '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}}'],
    ['response', '{"jsonrpc":"2.0","error":{"code":-32700,"message":"no"}}'],
    ['batch', ' [{"jsonrpc":"2.0","method":"x"}] '],
    ['request', ' \t{ "method" : "ping" , "id" : -1 , "jsonrpc" : "2.0" }\r\n'],
  ])('reads a %s: %s', (kind, text) => {
    expect(Message.read(text).kind).toBe(kind);
  });

  it.each([
    ['', 'not-json'],
    ['Server ready v1.2', 'not-json'],
    ['{"jsonrpc":"2.0","id":1,"result":{"mean":NaN}}', 'not-json'],
    ['{"jsonrpc":"2.0","id":1,"result":{}} trailing', 'not-json'],
    ['{"jsonrpc":"2.0","id":1,"result":[1,]}', 'not-json'],
    ['{"jsonrpc":"2.0","id":1,"result":"\\x41"}', 'not-json'],
    ['{"a":1}', 'not-json-rpc'],
    ['}', 'not-json'],
    ['null', 'not-json-rpc'],
    ['{"jsonrpc":"1.0","id":1,"method":"x"}', 'not-json-rpc'],
    ['{"jsonrpc":"2.0","id":null,"method":"x"}', 'not-json-rpc'],
    ['{"jsonrpc":"2.0","id":{},"method":"x"}', 'not-json-rpc'],
    ['{"jsonrpc":"2.0","id":1,"method":7}', 'not-json-rpc'],
    ['{"jsonrpc":"2.0","id":1}', 'not-json-rpc'],
    ['{"jsonrpc":"2.0","id":1,"result":1,"error":{}}', 'not-json-rpc'],
  ])('refuses %j as %s', (text, problem) => {
    expect(Message.read(text)).toMatchObject({ kind: 'invalid', problem });
  });

  it('notices broken text in strings that are too long to be read character by character', () => {
    const long = 'x'.repeat(5_000);
    expect(Message.read(`{"jsonrpc":"2.0","id":1,"result":"${long}\\q"}`).problem).toBe('not-json');
    expect(Message.read(`{"jsonrpc":"2.0","id":1,"result":"${long}\\"}`).problem).toBe('not-json');
    expect(Message.read(`{"jsonrpc":"2.0","id":1,\t"result":"${long}\\n"}`).kind).toBe('response');
  });

  it.each(Array.from({ length: 32 }, (_, code) => code))(
    'refuses the raw control character %d in a string of any length and script',
    (code) => {
      const control = String.fromCharCode(code);
      const lengths = [0, 1, 63, 64, 65, 1_000, 65_000, 70_000, 300_000];
      for (const filling of [...lengths.map((length) => 'x'.repeat(length)), '密'.repeat(70_000)]) {
        const text = `{"jsonrpc":"2.0","id":1,"result":"${filling}${control}y"}`;
        expect(Message.read(text).problem).toBe('not-json');
        expect(Message.read(text.replace(control, '')).kind).toBe('response');
      }
    },
  );

  it.each(['\t', '\n', '\r\n'])('takes %j between values for what it is, at any length', (space) => {
    for (const length of [10, 70_000]) {
      const text = `{"jsonrpc":"2.0",${space}"id":1,${space}"result":["${'x'.repeat(length)}",${space}7]}${space}`;
      expect(Message.read(text)).toMatchObject({ kind: 'response', text });
    }
  });

  it('changes the id and nothing else, numbers digit for digit', () => {
    const before = '{"jsonrpc":"2.0","id":"a","result":{"n":9007199254740993,"big":1e400,"x-vendor":0.10}}';
    const after = Message.read(before).withId('12345');
    expect(after.text).toBe(before.replace('"a"', '12345'));
    expect(after.id).toBe('12345');
    expect(after.find(after.resultSpan, 'big')).toEqual(Message.read(after.text).find(after.resultSpan, 'big'));
  });

  it('lets JSON.parse decide on escaped and repeated envelope keys, and keeps the digits', () => {
    const escaped = Message.read(
      '{"jsonrpc":"2.0","id":1,"m\\u0065thod":"tools/call","params":{"n":9007199254740993}}',
    );
    expect(escaped.method).toBe('tools/call');
    expect(escaped.text).toContain('9007199254740993');
    const repeated = Message.read('{"jsonrpc":"2.0","id":1,"id":2,"method":"a","method":"b"}');
    expect(repeated).toMatchObject({ id: '2', method: 'b', text: '{"jsonrpc":"2.0","id":2,"method":"b"}' });
  });

  it('finds nested values, escaped keys too, the last one where a key stands twice', () => {
    const message = Message.read(
      '{"jsonrpc":"2.0","id":1,"method":"x","params":{"_meta":{"progress\\u0054oken":1},"a":1,"a":"b"}}',
    );
    const token = message.find(message.paramsSpan, '_meta', 'progressToken');
    expect(token && message.slice(token)).toBe('1');
    const a = message.find(message.paramsSpan, 'a');
    expect(a && message.valueAt(a)).toBe('b');
    expect(message.find(message.paramsSpan, 'a', 'b')).toBeUndefined();
  });

  it('edits several places at once', () => {
    const message = Message.read('{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":1,"b":2}}');
    const [a, b] = [message.find(message.paramsSpan, 'a'), message.find(message.paramsSpan, 'b')];
    if (!a || !b) throw new Error('not found');
    expect(
      message.edit([
        { ...b, replacement: '"two"' },
        { ...a, replacement: '' + 10 },
      ]).text,
    ).toContain('{"a":10,"b":"two"}');
  });

  it('reads nesting of any depth', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    expect(Message.read(`{"jsonrpc":"2.0","id":1,"result":${deep}}`).kind).toBe('response');
  });
});

describe('the scanner', () => {
  it('finds the end of every JSON value', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.constantFrom(undefined, 1, '\t'), (json, indent) => {
        const text = JSON.stringify(JSON.parse(json), undefined, indent);
        expect(skipValue(`${text},x`, 0)).toBe(text.length);
      }),
    );
  });

  it('agrees with JSON.parse on damaged text, raw control characters in long strings apart', () => {
    const damaged = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom('"', '\\', '{', ']', ',', ':', '0', '-', 'e', '.', 'n', ' ', ''))
      .map(([json, at, put]) => {
        const place = at % (json.length + 1);
        return json.slice(0, place) + put + json.slice(place + 1);
      });
    fc.assert(
      fc.property(damaged, (text) => {
        const end = skipValue(text, 0);
        let parsed = true;
        try {
          JSON.parse(text);
        } catch {
          parsed = false;
        }
        expect(end === text.trimEnd().length && !/^\s/.test(text)).toBe(parsed && !/^\s/.test(text));
      }),
      { numRuns: 2_000 },
    );
  });

  // A search of each key to the end of the text would time out.
  it.each([
    ['long keys', (index: number) => `"key-${10_000_000 + index}":0`],
    ['keys with escapes', (index: number) => `"\\u006bey-${10_000_000 + index}":0`],
    ['keys shorter than the name', (index: number) => `"${index}":0`],
    ['keys of its length', (index: number) => `"${1_000_000 + index}":0`],
    ['long keys, escapes in the values', (index: number) => `"key-${10_000_000 + index}":"\\n"`],
  ])('finds one member among 200,000: %s', { timeout: 10_000 }, (_name, member) => {
    const text = `{${Array.from({ length: 200_000 }, (_member, index) => member(index)).join()},"isError":0}`;
    const found = findMember(text, 0, 'isError');
    expect(found).toEqual({ start: text.length - 2, end: text.length - 1 });
    expect(findMember(text, 0, 'isErrors')).toBeUndefined();
  });

  it('takes the last of repeated members', () => {
    const found = findMember('{"a":1,"b":{"a":2},"a":3}', 0, 'a');
    expect(found).toEqual({ start: 23, end: 24 });
  });
});
