import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer as McpServerV1 } from '@modelcontextprotocol/sdk/server/mcp.js';
import { fromJsonSchema, McpServer as McpServerV2 } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';
import { z } from 'zod';

import { readArgumentError } from './index.ts';

const shape = {
  path: z.string(),
  count: z.number().min(1).optional(),
  mode: z.enum(['a', 'b']).optional(),
  filter: z.object({ dates: z.array(z.iso.date()) }).optional(),
};
const jsonSchema = {
  type: 'object',
  properties: { path: { type: 'string' }, filter: { type: 'object', properties: { n: { type: 'integer' } } } },
  required: ['path'],
};

function v1(): McpServerV1 {
  const server = new McpServerV1({ name: 's', version: '1' });
  server.registerTool('read', { inputSchema: shape }, () => ({ content: [] }));
  return server;
}

function v2(inputSchema: ReturnType<typeof fromJsonSchema>): McpServerV2 {
  const server = new McpServerV2({ name: 's', version: '1' });
  server.registerTool('read', { inputSchema }, () => ({ content: [] }));
  return server;
}

/** The text with which a real server refuses the arguments. */
async function refusal(
  server: { connect(transport: never): Promise<void> },
  args: Record<string, unknown>,
): Promise<string> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const client = new ClientV1({ name: 'c', version: '1' });
  // Sound: the transports of both versions have the same shape.
  await Promise.all([server.connect(theirs as never), client.connect(ours)]);
  const result = await client.callTool({ name: 'read', arguments: args });
  await client.close();
  expect(result.isError).toBe(true);
  return z.array(z.object({ text: z.string() })).parse(result['content'])[0]?.text ?? '';
}

it.each([
  ['v1', v1],
  ['v2 with Zod', () => v2(z.object(shape))],
  ['v2 with JSON Schema', () => v2(fromJsonSchema(jsonSchema))],
])('finds the missing field in what a server of %s says (W1)', async (_, server) => {
  const text = await refusal(server(), {});
  expect(readArgumentError(text)).toMatchObject({ kind: 'param_missing', field: 'path' });
});

it.each([
  ['v1', v1],
  ['v2', () => v2(z.object(shape))],
])('finds every field in what a server of %s says', async (_, server) => {
  const text = await refusal(server(), { path: 1, count: 0, mode: 'z', filter: { dates: ['2024/1/1'] } });
  expect(readArgumentError(text)).toMatchObject({
    kind: 'param_invalid',
    field: 'path',
    issues: [
      { field: 'path', expected: 'string', received: 'number' },
      { field: 'count', expected: '>= 1' },
      { field: 'mode', expected: 'one of a, b' },
      { field: 'filter.dates[0]', expected: 'YYYY-MM-DD' },
    ],
  });
});

it('says in Chinese what a text of the SDK has wanted, as far as it is in words of ours', async () => {
  const text = await refusal(v1(), { path: 1, count: 0, mode: 'z', filter: { dates: ['2024/1/1'] } });
  expect(readArgumentError(text, { locale: 'zh' })?.issues?.map(({ expected }) => expected)).toEqual([
    'string',
    '不小于 1',
    'a、b 之一',
    'YYYY-MM-DD',
  ]);
  const dump = '1 validation error for call[add]\nx\n  Unexpected keyword argument [type=unexpected_keyword_argument]';
  expect(readArgumentError(dump, { locale: 'zh' })).toMatchObject({ field: 'x', expected: '未提供' });
});

it('finds nested fields in the words of Ajv', async () => {
  const text = await refusal(v2(fromJsonSchema(jsonSchema)), { path: 1, filter: { n: 'x' } });
  expect(readArgumentError(text)).toMatchObject({
    issues: [
      { field: 'path', expected: 'string' },
      { field: 'filter.n', expected: 'integer' },
    ],
  });
});

it.each([
  ["Input validation error: 'path' is a required property", 'param_missing', 'path'],
  [
    "Error executing tool read: 1 validation error for readArguments\npath\n  Field required [type=missing, input_value={'password': 'hunter2'}, input_type=dict]\n    For further information visit https://errors.pydantic.dev/2/v/missing",
    'param_missing',
    'path',
  ],
  [
    "2 validation errors for call[add]\na\n  Input should be a valid integer, unable to parse string as an integer [type=int_parsing, input_value='hunter2', input_type=str]\nb\n  Missing required argument [type=missing_argument, input_value={}, input_type=dict]",
    'param_invalid',
    'a',
  ],
  ['failed to deserialize parameters: missing field `path`', 'param_missing', 'path'],
  ['MCP error -32602: MCP error -32602: Invalid arguments for tool read: Required at path', 'param_missing', 'path'],
  [
    `[{"code":"invalid_type","expected":"string","received":"undefined","path":["path"],"message":"Required"}]`,
    'param_missing',
    'path',
  ],
  ['Invalid arguments for tool read: the moon is in the wrong phase', 'invalid_params', undefined],
])('understands other servers: %s', (text, kind, field) => {
  const read = readArgumentError(text);
  expect(read?.kind).toBe(kind);
  expect(read?.field).toBe(field);
  expect(JSON.stringify(read)).not.toContain('hunter2');
});

it.each([
  '',
  'disk full',
  'MCP error -32602: Tool nope not found',
  'Output validation error: Tool t has an output schema but no structured content was provided',
  'The form said: Invalid arguments for tool read',
  '1 validation error for WeatherReply\ntemp\n  Field required [type=missing, input_value={}, input_type=dict]',
  '[1, 2, 3]',
  '[{"message":"x"}]',
])('leaves other texts alone: %s', (text) => {
  expect(readArgumentError(text)).toBeUndefined();
});
