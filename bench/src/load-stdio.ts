// Closed-loop load on a server that it starts on stdio, started by `measure-stdio.ts`:
// `node load-stdio.ts LOAD-AS-JSON COMMAND ARGUMENT…`
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { answerText } from './answer-text.ts';
import { generateLoad, type Load } from './load.ts';

const [options = '{}', command = '', ...args] = process.argv.slice(2);
const load = JSON.parse(options) as Load; // written by measure-stdio.ts
const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });

const pending = new Map<number, (line: string) => void>();
let nextId = 1;

createInterface({ input: child.stdout }).on('line', (line) => {
  const id = /"id":(\d+)/.exec(line)?.[1];
  const resolve = pending.get(Number(id));
  pending.delete(Number(id));
  resolve?.(line);
});
child.once('exit', (code) => {
  if (process.connected) throw new Error(`${command} ended (${code}) before the load was over.`);
});

await request('initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'bench', version: '1.0.0' },
});
write({ jsonrpc: '2.0', method: 'notifications/initialized' });

await generateLoad(load, async (tool, text) => {
  const id = nextId;
  const params = { name: tool, arguments: tool === 'echo' ? { text } : {} };
  return answerText(await request('tools/call', params), id);
});

process.disconnect();
child.stdin.end();

function request(method: string, params: object): Promise<string> {
  const id = nextId++;
  const answer = new Promise<string>((resolve) => pending.set(id, resolve));
  write({ jsonrpc: '2.0', id, method, params });
  return answer;
}

function write(message: object): void {
  child.stdin.write(`${JSON.stringify(message)}\n`);
}
