import { SystemClock, type ChannelListener, type Failure, type Message } from '@breakwater/core';
import { isGroupAlive } from '../process-group.ts';
import { openStdioChannel, type StdioChannel, type StdioOptions } from '../stdio-channel.ts';

/** Written in front of each script: reads requests line by line and answers them. */
const prelude = `
const send = (value) => process.stdout.write(JSON.stringify(value) + '\\n');
const answer = (id, text = 'ok') => send({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }] } });
const onRequest = (handle) => {
  let rest = '';
  process.stdin.setEncoding('utf8').on('data', (chunk) => {
    rest += chunk;
    const lines = rest.split('\\n');
    rest = lines.pop();
    for (const line of lines) handle(JSON.parse(line), line);
  });
};
`;

/** Remembers what a channel said, and waits for what it will say. */
export class Heard implements ChannelListener {
  readonly messages: Message[] = [];
  readonly failures = new Map<string, Failure>();
  readonly noiseTexts: string[] = [];
  signsOfLife = 0;
  closings: Failure[] = [];
  #waiting: { readonly isTrue: () => boolean; readonly resolve: () => void }[] = [];

  message(message: Message): void {
    this.messages.push(message);
    this.#changed();
  }

  failed(id: string, failure: Failure): void {
    if (this.failures.has(id) || this.closings.length > 0) throw new Error(`Request ${id} has failed twice, or late.`);
    this.failures.set(id, failure);
    this.#changed();
  }

  closed(failure: Failure): void {
    this.closings.push(failure);
    this.#changed();
  }

  noise(text: string): void {
    this.noiseTexts.push(text);
    this.#changed();
  }

  alive(): void {
    this.signsOfLife++;
    this.#changed();
  }

  /** Real processes take real time: waits for the condition, and gives up only with the test's own time limit. */
  until(isTrue: () => boolean): Promise<void> {
    if (isTrue()) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push({ isTrue, resolve }));
  }

  get ids(): readonly (string | undefined)[] {
    return this.messages.map(({ id }) => id);
  }

  #changed(): void {
    const due = this.#waiting.filter(({ isTrue }) => isTrue());
    this.#waiting = this.#waiting.filter((each) => !due.includes(each));
    for (const { resolve } of due) resolve();
  }
}

const opened: StdioChannel[] = [];
const clock = new SystemClock();

/** Starts a child that runs the given script in Node. */
export function openScript(
  script: string,
  overrides: Partial<StdioOptions> = {},
): { readonly channel: StdioChannel; readonly heard: Heard } {
  return openCommand({ command: process.execPath, args: ['-e', prelude + script], ...overrides });
}

/** Starts a child with any command. */
export function openCommand(options: Partial<StdioOptions> & Pick<StdioOptions, 'command'>): {
  readonly channel: StdioChannel;
  readonly heard: Heard;
} {
  const heard = new Heard();
  const env = { PATH: process.env['PATH'] ?? '' };
  const channel = openStdioChannel({ name: 'files', locale: 'en', env, clock, ...options }, heard);
  opened.push(channel);
  return { channel, heard };
}

/**
 * Closes what a test has opened.
 *
 * @throws {Error} Where a process or a pipe is left of it.
 */
export async function closeAll(pipesBefore: number): Promise<void> {
  const left: string[] = [];
  for (const channel of opened.splice(0)) {
    await channel.close();
    const { processId } = channel;
    if (processId !== undefined && isGroupAlive(processId)) left.push(`process group ${processId}`);
  }
  // Streams let go of their handles some turns of the event loop later.
  for (let turns = 0; turns < 20 && pipeCount() > pipesBefore; turns++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (pipeCount() > pipesBefore) left.push(`${pipeCount() - pipesBefore} pipes`);
  if (left.length > 0) throw new Error(`Left behind: ${left.join(', ')}.`);
}

export function pipeCount(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'PipeWrap' || name === 'ProcessWrap').length;
}
