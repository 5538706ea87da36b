import type { Failure } from '@breakwater/core';
import type { BrokenAnswer } from './broken-answer.ts';
import type { ChildEnd } from './child.ts';

/** What is known of a child when it is gone. */
export interface EndContext {
  /** The server's key in the configuration. */
  readonly server: string;
  /** The command without its directory. */
  readonly command: string;
  readonly directoryIsMissing: boolean;
  /** Whether any message had come from it. */
  readonly hasSpoken: boolean;
  /** Whether any message may have reached it. */
  readonly hasHeard: boolean;
}

/** Says what the end of a child means for the requests that it took along. */
export function endFailure(end: ChildEnd, context: EndContext): Failure {
  if (end.how === 'not-started') return startFailure(end, context);
  const { server, hasSpoken, hasHeard } = context;
  const executed = hasHeard ? 'unknown' : 'no';
  if (end.how !== 'exited') {
    const pipe = end.how === 'output-closed' ? 'its output' : 'its input';
    const message = `The server "${server}" has closed ${pipe} and can no longer be reached.`;
    return { kind: 'connection_lost', executed, server, message };
  }
  const how = end.signal === null ? `exit code ${end.code}` : `signal ${end.signal}`;
  if (hasSpoken) {
    return { kind: 'server_crashed', executed, server, message: `The server "${server}" has ended (${how}).` };
  }
  return {
    kind: 'server_not_running',
    executed,
    server,
    message: `The server "${server}" ended before it said anything (${how}).`,
    suggestion: `Run its command in a terminal to see what it needs to start.`,
    recoveryAction: 'contact_operator',
  };
}

/** Says that a server was ended by us while requests were open. */
export function stoppedFailure(server: string): Failure {
  return { kind: 'server_not_running', executed: 'unknown', server, message: `The server "${server}" was stopped.` };
}

function startFailure(
  { error, problem }: ChildEnd & { how: 'not-started' },
  { server, command, directoryIsMissing }: EndContext,
): Failure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'an unknown error';
  const [reason, suggestion] = directoryIsMissing
    ? ['its working directory does not exist', 'Create the directory, or correct "cwd" in the configuration.']
    : problem !== undefined
      ? [problem, 'Correct "command" and "args" in the configuration.']
      : startReason(code, command);
  return {
    kind: 'server_not_running',
    executed: 'no',
    server,
    message: `The server "${server}" could not be started: ${reason}.`,
    suggestion,
    recoveryAction: 'contact_operator',
    // Another start would end the same way, unless only the machine was full.
    ...(roomCodes.has(code) ? {} : { failFast: true }),
    cause: error,
  };
}

const roomCodes = new Set(['EAGAIN', 'EMFILE', 'ENFILE', 'ENOMEM']);

function startReason(code: string, command: string): readonly [reason: string, suggestion: string] {
  if (roomCodes.has(code)) {
    const reason = `the machine has no room for another process (${code})`;
    return [reason, 'Free memory, processes or open files, then try again.'];
  }
  switch (code) {
    case 'ENOENT':
      return [
        `the command "${command}" was not found`,
        'Install it, or correct "command" or PATH in the configuration.',
      ];
    case 'EACCES':
    case 'EPERM':
      return [
        `the command "${command}" may not be executed`,
        'Make the file executable, or correct "command" in the configuration.',
      ];
    case 'ENOEXEC':
      return [
        `the command "${command}" is no program`,
        'Begin a script with a #! line, or name its interpreter as "command".',
      ];
    default:
      return [`the command "${command}" failed with ${code}`, 'Correct "command" and "args" in the configuration.'];
  }
}

/** Says that an answer had come, but can't be read. */
export function brokenAnswerFailure(server: string, answer: BrokenAnswer, line: string): Failure {
  const what = answer.alone ? `sent ${flaw(line)}` : 'wrote its answer on one line with other output';
  return {
    kind: 'upstream_bad_answer',
    executed: answer.hasResult ? 'yes' : 'unknown',
    server,
    message: `The server "${server}" ${what}, so its answer cannot be read.`,
    suggestion: answer.alone
      ? 'Have the server write each message as one line of valid JSON-RPC.'
      : 'Have the server write logs to stderr: stdout is for messages, one on each line.',
  };
}

function flaw(line: string): string {
  const notANumber = /[:,[]\s*-?(NaN|Infinity)\b/.exec(line)?.[1];
  return notANumber === undefined ? 'an invalid message' : `invalid JSON (${notANumber})`;
}

/** An answer that was longer than allowed. */
export interface OverlongAnswer {
  readonly server: string;
  readonly answer: BrokenAnswer;
  readonly limitBytes: number;
  readonly sizeBytes: number;
  /** Whether more of it is still coming. */
  readonly goesOn: boolean;
}

/** Says that an answer was longer than allowed. */
export function overlongFailure({ server, answer, limitBytes, sizeBytes, goesOn }: OverlongAnswer): Failure {
  const came = goesOn ? `more than ${formatBytes(sizeBytes)} so far` : formatBytes(sizeBytes);
  return {
    kind: 'message_too_large',
    executed: answer.hasResult ? 'yes' : 'unknown',
    server,
    limit: limitBytes,
    message: `The answer of the server "${server}" is too large: ${came}, and the limit is ${formatBytes(limitBytes)}.`,
    suggestion: 'Ask for less at a time, or raise "maxMessageBytes" in the configuration.',
  };
}

/** Says that a server reads nothing: one request that was not even sent, or the end of the channel. */
export function notReadingFailure(server: string, kind: 'overloaded' | 'connection_lost'): Failure {
  const executed = kind === 'overloaded' ? 'no' : 'unknown';
  return { kind, executed, server, message: `The server "${server}" does not read the messages that wait for it.` };
}

function formatBytes(bytes: number): string {
  if (bytes < 1_024) return `${bytes} bytes`;
  const inMebibytes = bytes >= 1_048_576;
  const amount = bytes / (inMebibytes ? 1_048_576 : 1_024);
  return `${Number.isInteger(amount) ? amount : amount.toFixed(1)} ${inMebibytes ? 'MiB' : 'KiB'}`;
}
