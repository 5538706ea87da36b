import { Message } from '@breakwater/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { configuredHeaders, encodeHeaderValue, modernHeaders } from './request-headers.ts';
import { resultFor, sendJson } from './testing/fake-http-server.ts';
import { OpenedChannel } from './testing/opened-channel.ts';

const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };

function headersOf(
  method: string,
  params: object,
  paramHeaders?: Parameters<typeof modernHeaders>[2],
): Record<string, string> {
  const list = modernHeaders(Message.request(1, method, { ...params, _meta: meta }), undefined, paramHeaders);
  return Object.fromEntries(list.flatMap((name, at) => (at % 2 === 0 ? [[name, list[at + 1] ?? '']] : [])));
}

it.each([
  ['tools/call', { name: 'echo' }, 'echo'],
  ['prompts/get', { name: 'p' }, 'p'],
  ['resources/read', { uri: 'file:///a' }, 'file:///a'],
  ['tasks/get', { taskId: 't' }, 't'],
  ['tasks/update', { taskId: 't' }, 't'],
  ['tasks/cancel', { taskId: 't' }, 't'],
  ['tools/list', { name: 'echo' }, undefined],
  ['tools/call', { name: 7 }, undefined],
  ['tools/call', { name: '世界' }, '=?base64?5LiW55WM?='],
])('mirrors the body of %s %j', (method, params, name) => {
  const headers = headersOf(method, params);
  expect(headers['mcp-protocol-version']).toBe('2026-07-28');
  expect(headers['mcp-method']).toBe(method);
  expect(headers['mcp-name']).toBe(name);
});

it('mirrors the declared parameters of a tool, null and unsafe numbers left out', () => {
  const values = {
    Region: 'us west',
    Count: 3,
    Flag: false,
    Unicode: 'é',
    Missing: undefined,
    Null: null,
    Huge: 2 ** 60,
    Object: {},
    'No name': 'x',
  };
  const asked: unknown[] = [];
  const headers = headersOf('tools/call', { name: 'q', arguments: { a: 1 } }, (name, args) => {
    asked.push(name, args);
    return values;
  });
  expect(asked).toEqual(['q', { a: 1 }]);
  expect(Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('mcp-param-')))).toEqual({
    'mcp-param-Region': 'us west',
    'mcp-param-Count': '3',
    'mcp-param-Flag': 'false',
    'mcp-param-Unicode': '=?base64?w6k=?=',
  });
});

it.each(['', ' a', 'a ', 'a\nb', '\u0000', '=?base64?YQ==?=', '🙂', '\u007f'])('encodes %j', (value) => {
  expect(encodeHeaderValue(value)).toBe(`=?base64?${Buffer.from(value).toString('base64')}?=`);
});

it('encodes any value so that it is legal in a header and can be read back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (value) => {
      const encoded = encodeHeaderValue(value);
      expect(encoded).toMatch(/^[!-~](?:[\t -~]*[!-~])?$/);
      const inner = /^=\?base64\?(.*)\?=$/s.exec(encoded)?.[1];
      expect(inner === undefined ? encoded : Buffer.from(inner, 'base64').toString()).toBe(
        Buffer.from(value).toString(),
      );
    }),
  );
});

it('leaves out what the transport says itself', () => {
  const headers = { ACCEPT: 'x', Connection: 'close', Expect: '100', 'MCP-Protocol-Version': 'x', 'X-Api-Key': ' k\n' };
  expect(configuredHeaders(new URL('http://u:p@h/'), { ...headers, Authorization: 'A' })).toEqual([
    'x-api-key',
    'k',
    'authorization',
    'A',
  ]);
});

it('sends the headers of the modern wire and no session, whatever the server says', async () => {
  await using opened = await OpenedChannel.to(
    (request, response) => sendJson(response, resultFor(request), { 'mcp-session-id': 's' }),
    { era: 'modern' },
  );
  opened.request(1, 'tools/call', { name: 'echo', _meta: meta });
  await opened.outcome(1);
  opened.request(2, 'tools/list', { _meta: meta });
  await opened.outcome(2);
  expect(opened.server.seen[0]?.headers).toMatchObject({
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': 'echo',
  });
  expect(opened.server.seen[1]?.headers['mcp-session-id']).toBeUndefined();
  expect(opened.server.heard).not.toContain('GET');
});
