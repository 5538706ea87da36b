import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { at } from '../../kit/json-rpc.ts';

// Answers as fast as it can and counts every message that it gets, by method and tool; as it ends, it appends the counts
// to the file that its one argument names.
const [file = ''] = process.argv.slice(2);
const counts: Record<string, number> = {};
const annotations = { readOnlyHint: true };
const tools = ['echo', 'says_no', 'breaks', 'refuses'].map((name) => ({
  name,
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  annotations,
}));

process.on('exit', () => appendFileSync(file, `${JSON.stringify(counts)}\n`));
createInterface({ input: process.stdin })
  .on('line', (line) => receive(JSON.parse(line)))
  .on('close', () => process.exit(0));

function receive(message: unknown): void {
  const id = at(message, 'id');
  const method = String(at(message, 'method'));
  const tool = method === 'tools/call' ? String(at(message, 'params', 'name')) : undefined;
  const key = tool ?? method;
  counts[key] = (counts[key] ?? 0) + 1;
  if (id === undefined) return;
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...answer(method, tool, message) })}\n`);
}

function answer(method: string, tool: string | undefined, message: unknown): object {
  const text = at(message, 'params', 'arguments', 'text');
  if (method === 'initialize') {
    const protocolVersion = at(message, 'params', 'protocolVersion');
    return { result: { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'soak', version: '1.0.0' } } };
  }
  if (method === 'ping') return { result: {} };
  if (method === 'tools/list') return { result: { tools } };
  switch (tool) {
    case 'echo':
      return { result: { content: [{ type: 'text', text }] } };
    case 'says_no':
      return { result: { content: [{ type: 'text', text: `No ${String(text)} today.` }], isError: true } };
    case 'breaks':
      return { error: { code: -32_603, message: `Error: ${String(text)} broke at /srv/app/index.js:1:2` } };
    case 'refuses':
      return { error: { code: -32_602, message: 'Invalid arguments: text is required' } };
    default:
      return { error: { code: -32_601, message: 'Method not found' } };
  }
}
