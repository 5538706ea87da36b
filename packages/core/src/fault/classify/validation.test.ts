import { createRequire } from 'node:module';

import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { z as z3 } from 'zod/v3';

import { createFault } from '../create-fault.ts';
import { toWireData } from '../wire.ts';
import { classify, classifyIssues } from './index.ts';

function fail(schema: { safeParse(input: unknown): { error?: unknown } }, input: unknown): unknown {
  return schema.safeParse(input).error;
}

describe.each([
  ['Zod 4', (field: string) => z.object({ [field]: z.string() }), (field: string) => z.object({ [field]: z.number() })],
  [
    'Zod 3',
    (field: string) => z3.object({ [field]: z3.string() }),
    (field: string) => z3.object({ [field]: z3.number() }),
  ],
])('%s', (_, text, number) => {
  it('names what is missing (W1)', () => {
    const failure = classify(fail(text('path'), {}));
    expect(failure).toMatchObject({ kind: 'param_missing', field: 'path', expected: 'string' });
    expect(failure.received).toBeUndefined();
    expect(toWireData(createFault(failure, { correlationId: 'c' }))).toMatchObject({ field: 'path', retryable: false });
  });

  it('names the type that came', () => {
    expect(classify(fail(number('count'), { count: 'many' }))).toMatchObject({
      kind: 'param_invalid',
      field: 'count',
      expected: 'number',
      received: 'string',
    });
  });
});

it.each([
  [
    'Zod 4',
    z
      .object({
        mode: z.enum(['a', 'b']),
        password: z.enum(['x', 'y']),
        list: z.array(z.object({ n: z.number().min(1) })),
        u: z.union([z.string(), z.number()]),
      })
      .strict(),
  ],
  [
    'Zod 3',
    z3
      .object({
        mode: z3.enum(['a', 'b']),
        password: z3.enum(['x', 'y']),
        list: z3.array(z3.object({ n: z3.number().min(1) })),
        u: z3.union([z3.string(), z3.number()]),
      })
      .strict(),
  ],
])('lists all failing fields of %s, and shows no secret', (_, schema) => {
  const input = { mode: 'c', password: 'hunter2', list: [{ n: 0 }], u: true, extra: 1 };
  const failure = classify(fail(schema, input), { input });
  expect(failure.issues).toHaveLength(5);
  expect(failure.issues).toEqual(
    expect.arrayContaining([
      { field: 'mode', expected: 'one of a, b', received: 'c' },
      { field: 'password', expected: 'one of x, y', received: 'string' },
      { field: 'list[0].n', expected: '>= 1', received: '0' },
      { field: 'u', expected: 'string or number', received: 'true' },
      { field: 'extra', expected: 'absent', received: '1' },
    ]),
  );
  expect(failure.executed).toBe('no');
});

it('says in Chinese what was wanted', () => {
  const schema = z
    .object({
      mode: z.enum(['a', 'b']),
      name: z.string().min(3),
      list: z.array(z.number()).max(1),
      n: z.number().gt(0),
      step: z.number().multipleOf(5),
    })
    .strict();
  const input = { mode: 'c', name: 'ab', list: [1, 2], n: 0, step: 7 };
  const expected = Object.fromEntries(
    (classify(fail(schema, input), { input, locale: 'zh' }).issues ?? []).map((issue) => [issue.field, issue.expected]),
  );
  expect(expected).toEqual({
    mode: 'a、b 之一',
    name: '至少 3 个字符',
    list: '至多 1 项',
    n: '大于 0',
    step: '5 的整数倍',
  });

  const others = z.object({ mail: z.email(), ip: z.ipv4(), u: z.union([z.string(), z.number()]) }).strict();
  const given = { mail: 'x', ip: 'y', u: true, extra: 1 };
  const failure = classify(fail(others, given), { input: given, locale: 'zh' });
  expect(failure.issues?.map((issue) => issue.expected)).toEqual([
    '电子邮件地址',
    'IPv4 地址',
    'string 或 number',
    '未提供',
  ]);
  expect(createFault(failure, { correlationId: 'c', locale: 'zh' }).message).toBe(
    '参数“mail”应为电子邮件地址，实际为“x”；“ip”应为 IPv4 地址，实际为“y”；“u”应为 string 或 number，实际为“true”；“extra”应为未提供，实际为“1”。',
  );
});

it('says in Chinese what Ajv wanted', () => {
  const issues = [
    { keyword: 'dependentRequired', instancePath: '', params: { property: 'n', missingProperty: 'm' } },
    { keyword: 'pattern', instancePath: '/a', params: { pattern: '^x' } },
    { keyword: 'pattern', instancePath: '/b', params: {} },
    { keyword: 'minimum', instancePath: '/c', params: { limit: 1, comparison: '>=' } },
    { keyword: 'format', instancePath: '/d', params: { format: 'hostname' } },
  ];
  const input = { a: 'y', b: 'y', c: 0, d: '-' };
  expect(classifyIssues(issues, input, 'zh').issues?.map(({ expected }) => expected)).toEqual([
    'n、m 同时提供',
    '匹配 ^x 的文本',
    '符合规定格式的文本',
    '不小于 1',
    '主机名',
  ]);
});

it('stops at five issues', () => {
  const shape = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [name, z.string()]));
  expect(classify(fail(z.object(shape), {})).issues).toHaveLength(5);
});

it('says how to write a date (W3)', () => {
  const input = { startDate: '2024/1/1' };
  const failure = classify(fail(z.object({ startDate: z.iso.date() }), input), { input });
  expect(failure).toMatchObject({
    kind: 'param_invalid',
    field: 'startDate',
    expected: 'YYYY-MM-DD',
    received: '2024/1/1',
    suggestion: "Use '2024-01-01' instead",
  });
  expect(
    classify(fail(z.object({ startDate: z.iso.date() }), { startDate: '1/2/2024' }), {
      input: { startDate: '1/2/2024' },
    }).suggestion,
  ).toBeUndefined();
});

it('knows a rule over several arguments', () => {
  const schema = z
    .object({ a: z.string().optional(), b: z.string().optional() })
    .refine((v) => !(v.a && v.b), 'a and b exclude each other');
  expect(classify(fail(schema, { a: '1', b: '2' }))).toMatchObject({
    kind: 'params_conflict',
    expected: 'a and b exclude each other',
  });
});

it('reads the errors of a real Ajv', () => {
  // Sound: what is used of it is this much.
  const Ajv = createRequire(import.meta.url)('ajv') as new (options: object) => {
    compile(schema: object): { (data: unknown): boolean; errors?: unknown[] };
  };
  const validate = new Ajv({ allErrors: true }).compile({
    type: 'object',
    properties: {
      n: { type: 'integer' },
      o: { type: 'object', properties: { 'a/b': { enum: ['x'] } } },
      list: { type: 'array', maxItems: 1 },
    },
    required: ['path'],
    additionalProperties: false,
    dependencies: { n: ['m'] },
  });
  const input = { n: 'one', o: { 'a/b': 'y' }, list: [1, 2], extra: true };
  validate(input);
  const expected = [
    { field: 'path' },
    { field: 'm', expected: 'n, m together' },
    { field: 'extra', expected: 'absent', received: 'true' },
    { field: 'n', expected: 'integer', received: 'one' },
    { field: 'o.a/b', expected: 'x', received: 'y' },
    { field: 'list', expected: '<= 1 items', received: 'array' },
  ];
  const failure = classifyIssues(validate.errors ?? [], input);
  expect(failure).toMatchObject({ kind: 'param_invalid', executed: 'no' });
  for (const issue of failure.issues ?? []) expect(expected).toContainEqual(issue);
  const thrown = Object.assign(new Error('validation failed'), { errors: validate.errors, ajv: true });
  expect(classify(thrown).kind).toBe('param_invalid');
});

it('reads the issues of any Standard Schema', () => {
  const error = Object.assign(new Error('SchemaError'), {
    issues: [{ message: 'Invalid key: Expected "path"', path: [{ key: 'a' }, { key: 0 }] }],
  });
  expect(classify(error, { input: { a: [true] } })).toMatchObject({
    kind: 'param_invalid',
    field: 'a[0]',
    received: 'true',
  });
});

it.each([
  ['errors that failed side by side', [new Error('a'), new Error('b')]],
  ['errors of GraphQL', [{ message: 'no', path: ['user', 'name'], locations: [] }]],
  ['errors of Google', [{ message: 'no', domain: 'global', reason: 'forbidden' }]],
])('does not take %s for issues', (_, errors) => {
  expect(classify(Object.assign(new Error('x'), { errors })).kind).toBe('internal');
});
