import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explainArguments } from './explain-arguments.ts';

function explain(inputSchema: unknown, args: unknown) {
  return explainArguments(JSON.stringify({ name: 'tool', inputSchema }), JSON.stringify(args), 'en');
}

const object = (properties: unknown, more: object = {}) => ({ type: 'object', properties, ...more });

describe('what a schema says of arguments', () => {
  it.each([
    ['a missing one', object({ a: {} }, { required: ['a'] }), {}, { kind: 'param_missing', field: 'a' }],
    [
      'a wrong type',
      object({ n: { type: 'integer' } }),
      { n: 'three' },
      { kind: 'param_invalid', field: 'n', expected: 'integer', received: 'three' },
    ],
    [
      'one of several types',
      object({ n: { type: ['integer', 'null'] } }),
      { n: true },
      { field: 'n', expected: 'integer or null', received: 'true' },
    ],
    [
      'a fraction for an integer',
      object({ n: { type: 'integer' } }),
      { n: 1.5 },
      { field: 'n', expected: 'integer', received: '1.5' },
    ],
    [
      'a choice',
      object({ unit: { enum: ['m', 'ft'] } }),
      { unit: 'yd' },
      { field: 'unit', expected: 'one of m, ft', received: 'yd' },
    ],
    ['a constant', object({ kind: { const: 'x' } }), { kind: 'y' }, { field: 'kind', expected: 'x', received: 'y' }],
    [
      'a limit',
      object({ n: { type: 'number', maximum: 10 } }),
      { n: 11 },
      { field: 'n', expected: '<= 10', received: '11' },
    ],
    [
      'an exclusive limit',
      object({ n: { exclusiveMinimum: 0 } }),
      { n: 0 },
      { field: 'n', expected: '> 0', received: '0' },
    ],
    [
      'a length',
      object({ s: { type: 'string', minLength: 3 } }),
      { s: 'ab' },
      { field: 's', expected: '>= 3 characters', received: 'ab' },
    ],
    [
      'a number of items',
      object({ l: { type: 'array', maxItems: 1 } }),
      { l: [1, 2] },
      { field: 'l', expected: '<= 1 items', received: 'array' },
    ],
    [
      'a format',
      object({ day: { type: 'string', format: 'date' } }),
      { day: '2024/1/1' },
      { field: 'day', expected: 'YYYY-MM-DD', received: '2024/1/1' },
    ],
    [
      'a pattern',
      object({ s: { pattern: '^[a-z]+$' } }),
      { s: 'A1' },
      { field: 's', expected: 'text that matches ^[a-z]+$', received: 'A1' },
    ],
    [
      'one too many',
      object({ a: {} }, { additionalProperties: false }),
      { a: 1, b: 2 },
      { field: 'b', expected: 'absent' },
    ],
    [
      'something deep inside',
      object({ f: object({ d: { items: { type: 'string' } } }) }),
      { f: { d: ['x', 1] } },
      { field: 'f.d[1]', expected: 'string', received: '1' },
    ],
    [
      'a name with signs in it',
      object({ 'a/b c~': { type: 'string' } }),
      { 'a/b c~': 1 },
      { field: 'a/b c~', expected: 'string' },
    ],
    [
      'a definition elsewhere',
      { ...object({ p: { $ref: '#/$defs/p' } }), $defs: { p: object({ x: { type: 'number' } }) } },
      { p: { x: 'a' } },
      { field: 'p.x', expected: 'number', received: 'a' },
    ],
    [
      'an optional one',
      object({ n: { anyOf: [{ type: 'integer' }, { type: 'null' }] } }),
      { n: 'x' },
      { field: 'n', expected: 'integer', received: 'x' },
    ],
    [
      'alternatives of types',
      object({ n: { anyOf: [{ type: 'string' }, { type: 'number' }] } }),
      { n: true },
      { field: 'n', expected: 'string or number', received: 'true' },
    ],
    [
      'the alternative that was meant',
      object({
        t: {
          oneOf: [
            object({ kind: { const: 'a' }, x: { type: 'number' } }, { required: ['kind', 'x'] }),
            object({ kind: { const: 'b' } }, { required: ['kind'] }),
          ],
        },
      }),
      { t: { kind: 'a' } },
      { kind: 'param_missing', field: 't.x' },
    ],
    [
      'alternatives of which none was meant',
      object({ t: { anyOf: [object({ kind: { const: 'a' } }), object({ kind: { const: 'b' } })] } }),
      { t: { kind: 'c' } },
      { field: 't.kind', expected: 'one of a, b', received: 'c' },
    ],
    [
      'what another one asks for',
      object({ a: {}, b: {} }, { dependentRequired: { a: ['b'] } }),
      { a: 1 },
      { kind: 'params_conflict', field: 'b', expected: 'a, b together' },
    ],
    [
      'what draft 7 calls the same',
      { $schema: 'http://json-schema.org/draft-07/schema#', ...object({ a: {} }, { dependencies: { a: ['b'] } }) },
      { a: 1 },
      { field: 'b' },
    ],
    [
      'draft 4, where a limit is open by a flag',
      { $schema: 'http://json-schema.org/draft-04/schema#', ...object({ n: { minimum: 0, exclusiveMinimum: true } }) },
      { n: 0 },
      { field: 'n' },
    ],
    [
      'a value that may be null',
      object({ s: { type: 'string', nullable: true } }),
      { s: 1 },
      { field: 's', expected: 'string or null' },
    ],
  ])('tells %s', (_what, schema, args, expected) => {
    expect(explain(schema, args)).toMatchObject(expected);
  });

  it('says nothing of arguments that are no object', () => {
    expect(explain(object({}), 'text')).toBeUndefined();
  });

  it('tells all that is wrong, five at most', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const found = explain(
      object(Object.fromEntries(names.map((name) => [name, { type: 'string' }]))),
      Object.fromEntries(names.map((name) => [name, 1])),
    );
    expect(found?.issues).toHaveLength(5);
    expect(found).toMatchObject({
      field: 'a',
      issues: [
        { field: 'a', expected: 'string', received: '1' },
        { field: 'b' },
        { field: 'c' },
        { field: 'd' },
        { field: 'e' },
      ],
    });
  });

  it('never shows a value that may be a secret', () => {
    expect(explain(object({ password: { type: 'number' } }), { password: 'hunter2' })?.received).toBe('string');
    expect(explain(object({ n: { type: 'number' } }), { n: 'sk_live_51H8abcDEF0123456789' })?.received).toBe('string');
  });

  it('says nothing where nothing is wrong', () => {
    expect(
      explain(object({ n: { type: 'integer' }, s: { type: 'string', nullable: true } }), { n: 1, s: null, more: {} }),
    ).toBeUndefined();
  });
});

describe('a schema that can not be relied on', () => {
  const wrong = { n: 'x' };
  const n = { type: 'integer' };
  it.each([
    ['no schema', undefined],
    ['a text', 'object'],
    ['an unknown dialect', { $schema: 'https://example.com/schema', ...object({ n }) }],
    ['an unknown type', object({ n, m: { type: 'any' } })],
    ['`required` of old', object({ n: { type: 'integer', required: true } })],
    ['a limit that is no number', object({ n, m: { maximum: '5' } })],
    ['a definition from the network', object({ n, m: { $ref: 'https://example.com/x.json' } })],
    ['a definition by anchor', object({ n, m: { $ref: '#m' } })],
    ['a definition that is missing', object({ n: { $ref: '#/$defs/none' } })],
    ['a definition that is itself', { ...object({ n: { $ref: '#/$defs/a' } }), $defs: { a: { $ref: '#/$defs/a' } } }],
    [
      'two that are each other',
      {
        ...object({ n: { $ref: '#/$defs/a' } }),
        $defs: { a: { allOf: [{ $ref: '#/$defs/b' }] }, b: { anyOf: [{ $ref: '#/$defs/a' }] } },
      },
    ],
    ['one that changes what others mean', object({ n, m: { $dynamicRef: '#m' } })],
    ['another base inside', object({ n, m: { $id: 'https://example.com/', $ref: '#/x' } })],
    ['properties that are none', { type: 'object', properties: null }],
    ['a pattern under `not` that is not tried', object({ n: { not: { pattern: '(a+)+$' } } })],
    [
      'names by a pattern that is not tried',
      object({}, { patternProperties: { '(a+)+$': {} }, additionalProperties: false }),
    ],
  ])('means unknown, never wrong: %s', (_what, schema) => {
    expect(explain(schema, wrong)).toBeUndefined();
  });

  it('is used where only a pattern in it is risky or illegal', () => {
    for (const pattern of ['(a+)+$', '(?=a)b', '\\_', '[', '(a)\\1', '[\\w-.]+'])
      expect(explain(object({ s: { type: 'string', pattern }, n }), { s: 'b', n: 'x' })).toMatchObject({
        field: 'n',
        issues: [{ field: 'n' }],
      });
  });

  it.each([
    ['what may be absent', `^${'.?'.repeat(90)}ÿ`],
    ['what may be absent, lazily', `^${'.??'.repeat(60)}ÿ`],
    ['what comes so many times or one more', `^${'.{0,1}'.repeat(30)}ÿ`],
    ['a group that may be absent', `^${'(?:.)?'.repeat(30)}ÿ`],
    ['alternatives', `^${'(.|x)'.repeat(38)}ÿ`],
    ['many repetitions', '^x*x*x*x*x*x*ÿ'],
    ['an anchor that holds for one alternative only', '^|x*x*x*x*ÿ'],
  ])('is used without a pattern that has too many ways to fit: %s', (_what, pattern) => {
    const s = 'x'.repeat(200);
    expect(explain(object({ s: { type: 'string', pattern }, n }), { s, n: 'x' })).toMatchObject({
      field: 'n',
      issues: [{ field: 'n' }],
    });
    expect(
      explain(object({}, { patternProperties: { [pattern]: {} }, additionalProperties: n }), { [s]: 'x' }),
    ).toBeUndefined();
  });

  it.each([
    ['^[A-Z]{2,3}-\\d+$', 'abc'],
    ['^[\\w.+-]+@[\\w-]+\\.[\\w.]+$', 'ada@example'],
    ['^(?:asc|desc)$', 'up'],
    ['^#?[0-9a-f]{6}$', 'red'],
    ['^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$', '0815'],
  ])('is used with a pattern as people write it: %s', (pattern, s) => {
    expect(explain(object({ s: { type: 'string', pattern } }), { s })).toMatchObject({
      field: 's',
      expected: `text that matches ${pattern}`,
    });
  });

  it('gives up on what would take for ever', () => {
    const doubling = {
      // What is wrong comes last and what takes so long is right: the interpreter gives up by itself on too many errors.
      ...object({ m: { $ref: '#/$defs/a0' }, n }),
      $defs: Object.fromEntries(
        Array.from({ length: 30 }, (_, at) => [
          `a${at}`,
          at === 29 ? n : { allOf: [{ $ref: `#/$defs/a${at + 1}` }, { $ref: `#/$defs/a${at + 1}` }] },
        ]),
      ),
    };
    const recursive = { type: ['object', 'number'], properties: { c: { allOf: [{ $ref: '#' }, { $ref: '#' }] }, n } };
    let nested: unknown = 1;
    for (let level = 0; level < 50; level++) nested = { c: nested };
    const cases: readonly (readonly [unknown, unknown])[] = [
      [doubling, { m: 1, ...wrong }],
      [recursive, { c: nested, ...wrong }],
      [object({ s: { type: 'string', format: 'url' } }), { s: `http://${'a'.repeat(60_000)}` }],
      [object({ s: { type: 'string', pattern: '^[a-z]*[a-z]*$' } }), { s: `${'a'.repeat(60_000)}1` }],
      [object({ l: { type: 'array', items: n } }), { l: Array.from({ length: 30_000 }, () => 'x') }],
      [object(Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`p${at}`, n]))), wrong],
      [object({ l: { type: 'array', uniqueItems: true } }), { l: Array.from({ length: 12_000 }, (_, at) => at) }],
      [
        object({ l: { items: { enum: Array.from({ length: 40_000 }, (_, at) => at) } } }),
        { l: Array.from({ length: 15_000 }, () => 'x') },
      ],
      [object({ l: { items: { pattern: '^a*a*b$' } } }), { l: Array.from({ length: 250 }, () => 'a'.repeat(250)) }],
      [
        { patternProperties: { 'a*b$': {} }, additionalProperties: n },
        Object.fromEntries(Array.from({ length: 250 }, (_, at) => ['a'.repeat(250) + at, 1])),
      ],
    ];
    // Without its bounds, each of these would outlast the time limit of the test.
    for (const [schema, args] of cases) expect(explain(schema, args)).toBeUndefined();
  });

  it('never throws, whatever it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (schema, args) => {
        explain(schema, args);
        explain({ type: 'object', properties: { a: schema }, required: schema, anyOf: [schema] }, { a: args });
      }),
    );
    expect(explainArguments('{"inputSchema":{"type":"object"}}', 'no JSON', 'en')).toBeUndefined();
  });
});
