import type { IncomingHttpHeaders } from 'node:http';
import { Message } from '@breakwater/core';
import { expect, it } from 'vitest';
import { readPage } from '../../server/list-pages.ts';
import { ToolCatalog } from '../../server/tool-catalog.ts';
import { paramHeadersOf } from '../../server/param-headers.ts';
import { hostSentences } from '../host-sentences.ts';
import { isModern, refuseModern } from './modern-headers.ts';

const version = '2026-07-28';
const meta = { 'io.modelcontextprotocol/protocolVersion': version, 'io.modelcontextprotocol/clientCapabilities': {} };
const headers = { 'mcp-protocol-version': version, 'mcp-method': 'tools/call', 'mcp-name': 'find' };

it.each([
  'io.modelcontextprotocol/protocolVersion',
  String.raw`io.modelcontextprotocol\/protocolVersion`,
  String.raw`io.modelcontext\u0070rotocol/protocolVersion`,
])('knows the modern wire by its envelope, however the key is escaped: %s', (key) => {
  const text = `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"${key}":"${version}"}}}`;
  expect(isModern(Message.read(text), { 'mcp-session-id': 'any' })).toBe(true);
});

it('takes the word of the envelope in an argument for nothing', () => {
  const message = Message.request(1, 'tools/call', { name: 'find', arguments: meta });
  expect(isModern(message, { 'mcp-session-id': 'any' })).toBe(false);
});

it('reads the arguments of a tool only where its schema mirrors some', () => {
  const catalog = new ToolCatalog();
  const mirrors = { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } };
  const response = Message.result('1', { tools: [{ name: 'find' }, { name: 'mirror', inputSchema: mirrors }] });
  catalog.learn(readPage('tools/list', response)?.items ?? []);
  let reads = 0;
  const refuse = (name: string) =>
    refuseModern(
      Message.request(1, 'tools/call', { name, arguments: { region: 'eu' }, _meta: meta }),
      { ...headers, 'mcp-name': name },
      (tool, args) =>
        paramHeadersOf(catalog.get(tool)?.text, () => {
          reads += 1;
          return args();
        }),
    );

  expect([refuse('find'), reads]).toEqual([undefined, 0]);
  expect([refuse('mirror')?.kind, reads]).toEqual(['header_mismatch', 1]);
});

it('refuses a response: on this wire no server asks', () => {
  const refusal = refuseModern(Message.result('1', {}), { 'mcp-protocol-version': version }, () => undefined);
  expect(refusal).toMatchObject({ kind: 'invalid_request' });
  expect(refusal?.sentence(hostSentences.en)).not.toContain('undefined');
});

it('takes a notification without headers, as official clients send it, but none whose headers say something else', () => {
  expect([refuseCancel({}), refuseCancel({ 'mcp-protocol-version': version })]).toEqual([undefined, undefined]);
  expect(refuseCancel({ 'mcp-protocol-version': '2025-11-25' })).toMatchObject({ kind: 'header_mismatch' });
  expect(refuseCancel({ 'mcp-method': 'tools/call' })).toMatchObject({ kind: 'header_mismatch' });
});

function refuseCancel(sent: IncomingHttpHeaders) {
  const cancel = Message.notification('notifications/cancelled', { requestId: 1, _meta: meta });
  return refuseModern(cancel, sent, () => undefined);
}
