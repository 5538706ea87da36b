// The smallest MCP server on stdio, on both wires: what a gateway costs is measured against it. It counts the calls of
// `echo` that reached it and tells the count through a tool of its own.
import { createInterface } from 'node:readline';

const serverInfo = { name: 'echo', version: '1.0.0' };
const capabilities = { tools: {} };
const annotations = { readOnlyHint: true };
const tools = [
  {
    name: 'echo',
    description: 'Says what it was told.',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    annotations,
  },
  { name: 'count', description: 'Tells how often `echo` was called.', inputSchema: { type: 'object' }, annotations },
];

let calls = 0;

createInterface({ input: process.stdin }).on('line', (line) => {
  if (line === '') return;
  const { id, method, params } = JSON.parse(line);
  if (id !== undefined) process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...answer(method, params) })}\n`);
});

function answer(method, params) {
  switch (method) {
    case 'initialize':
      return { result: { protocolVersion: params.protocolVersion, capabilities, serverInfo } };
    case 'server/discover': {
      const supportedVersions = ['2026-07-28', '2025-11-25'];
      return { result: complete({ supportedVersions, capabilities, serverInfo, ttlMs: 0, cacheScope: 'private' }) };
    }
    case 'ping':
      return { result: {} };
    case 'tools/list':
      return { result: complete({ tools, ttlMs: 0, cacheScope: 'private' }) };
    case 'tools/call':
      return { result: complete({ content: [{ type: 'text', text: called(params) }] }) };
    default:
      return { error: { code: -32601, message: 'Method not found' } };
  }
}

function called(params) {
  if (params.name === 'count') return String(calls);
  calls += 1;
  return params.arguments?.text ?? '';
}

function complete(result) {
  return { resultType: 'complete', ...result };
}
