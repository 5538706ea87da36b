// What putting any process between a host and its server costs: copies bytes both ways and reads none of them.
// `node byte-pipe.mjs COMMAND ARGUMENT…`
import { spawn } from 'node:child_process';

const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
process.stdin.pipe(child.stdin);
child.stdout.pipe(process.stdout);
