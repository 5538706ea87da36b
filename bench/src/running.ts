import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const ownGroup = process.platform !== 'win32';

/** A gateway that was started for the bench, in a process group of its own. */
export interface Running {
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts a command and waits until its port takes connections; its output goes to the log file. */
export async function start(command: readonly string[], port: number, logFile: string): Promise<Running> {
  const [program = '', ...args] = command;
  const log = openSync(logFile, 'w');
  const child = spawn(program, args, { stdio: ['ignore', log, log], detached: ownGroup });
  closeSync(log);
  const end = (): void => signalGroup(child, 'SIGKILL');
  process.once('exit', end);

  const deadline = performance.now() + 20_000;
  while (!(await takesConnections(port))) {
    if (child.exitCode !== null || child.pid === undefined || performance.now() > deadline) {
      end();
      throw new Error(`it did not start; its last words: ${tailOf(logFile)}`);
    }
    await sleep(50);
  }

  return {
    pid: child.pid ?? 0,
    async stop() {
      const exited = new Promise((resolve) => child.once('exit', resolve));
      if (child.exitCode === null && child.signalCode === null) {
        signalGroup(child, 'SIGTERM');
        await Promise.race([exited, sleep(3_000, undefined, { ref: false })]);
      }
      end();
      process.removeListener('exit', end);
    },
  };
}

/** A port of the loopback interface that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('A TCP server has no port.');
  return address.port;
}

function takesConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(ownGroup ? -child.pid : child.pid, signal);
  } catch {
    // The whole group is gone already.
  }
}

function tailOf(file: string): string {
  return readFileSync(file, 'utf8').trim().split('\n').slice(-5).join('\n').slice(-600) || 'none';
}
