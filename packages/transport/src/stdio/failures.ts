import type { Failure, Locale } from '@breakwater/core';
import { sentences, type CommandProblem, type Subject } from '../sentences.ts';
import type { BrokenAnswer } from './broken-answer.ts';
import type { ChildEnd } from './child.ts';
import type { StartProblem } from './start-problem.ts';

/** What is known of a child when it is gone. */
export interface EndContext extends Subject {
  /** The command without its directory. */
  readonly command: string;
  readonly startProblem: StartProblem | undefined;
  /** Whether any message had come from it. */
  readonly hasSpoken: boolean;
  /** Whether any message may have reached it. */
  readonly hasHeard: boolean;
}

/** Says what the end of a child means for the requests that it took along. */
export function endFailure(end: ChildEnd, context: EndContext): Failure {
  if (end.how === 'not-started') return startFailure(end, context);
  const { server, locale, hasSpoken, hasHeard } = context;
  const said = sentences[locale];
  const executed = hasHeard ? 'unknown' : 'no';
  if (end.how !== 'exited') {
    const message = end.how === 'output-closed' ? said.outputClosed(server) : said.inputClosed(server);
    return { kind: 'connection_lost', executed, server, message };
  }
  const how = end.signal === null ? said.exitCode(end.code) : said.signal(end.signal);
  if (hasSpoken) return { kind: 'server_crashed', executed, server, message: said.ended(server, how) };
  return {
    kind: 'server_not_running',
    executed,
    server,
    message: said.endedSilently(server, how),
    suggestion: said.runByHand,
    recoveryAction: 'contact_operator',
  };
}

/** Says that a server was ended by us while requests were open. */
export function stoppedFailure({ server, locale }: Subject): Failure {
  const message = sentences[locale].stopped(server);
  return { kind: 'server_not_running', executed: 'unknown', server, message };
}

function startFailure({ error, problem }: ChildEnd & { how: 'not-started' }, context: EndContext): Failure {
  const { server, locale } = context;
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  const [reason, suggestion] = startReason(problem, code, context);
  return {
    kind: 'server_not_running',
    executed: 'no',
    server,
    message: sentences[locale].notStarted(server, reason),
    suggestion,
    recoveryAction: 'contact_operator',
    // Another start would end the same way, unless only the machine was full.
    ...(roomCodes.has(code) ? {} : { failFast: true }),
    cause: error,
  };
}

const roomCodes: ReadonlySet<string | undefined> = new Set(['EAGAIN', 'EMFILE', 'ENFILE', 'ENOMEM']);

function startReason(
  problem: CommandProblem | undefined,
  code: string | undefined,
  { locale, command, startProblem }: EndContext,
): readonly [reason: string, suggestion: string] {
  const said = sentences[locale];
  if (startProblem === 'no-directory') return [said.directoryMissing, said.createDirectory];
  if (problem === 'line-break') return [said.argumentLineBreak, said.correctCommand];
  if (problem === 'too-long') return [said.argumentsTooLong, said.correctCommand];
  if (problem === 'not-found') return [said.commandNotFound(command), said.correctCommand];
  if (code !== undefined && roomCodes.has(code)) return [said.noRoom(code), said.makeRoom];
  switch (code) {
    case 'ENOENT':
      if (startProblem === 'command-line') return [said.commandLineNotFound(command), said.splitCommand(command)];
      if (startProblem === 'no-interpreter') return [said.interpreterNotFound(command), said.nameInterpreter];
      return [said.commandNotFound(command), said.installCommand];
    case 'EACCES':
    case 'EPERM':
      return [said.commandForbidden(command), said.makeExecutable];
    case 'ENOEXEC':
      return [said.commandNoProgram(command), said.nameInterpreter];
    default:
      return [said.commandFailed(command, code), said.correctCommand];
  }
}

/** Says that an answer had come, but can't be read. */
export function brokenAnswerFailure({ server, locale }: Subject, answer: BrokenAnswer, line: string): Failure {
  const said = sentences[locale];
  const notANumber = /[:,[]\s*-?(NaN|Infinity)\b/.exec(line)?.[1];
  const flaw = notANumber === undefined ? said.invalidMessage(server) : said.invalidJson(server, notANumber);
  return {
    kind: 'upstream_bad_answer',
    executed: answer.hasResult ? 'yes' : 'unknown',
    server,
    message: answer.alone ? flaw : said.mixedOutput(server),
    suggestion: answer.alone ? said.writeLines : said.logToStderr,
  };
}

/** An answer that was longer than allowed. */
export interface OverlongAnswer extends Subject {
  readonly answer: BrokenAnswer;
  readonly limitBytes: number;
  readonly sizeBytes: number;
  /** Whether more of it is still coming. */
  readonly goesOn: boolean;
}

/** Says that an answer was longer than allowed. */
export function overlongFailure(overlong: OverlongAnswer): Failure {
  const { server, locale, answer, limitBytes, sizeBytes, goesOn } = overlong;
  const said = sentences[locale];
  const [size, limit] = [formatBytes(sizeBytes, locale), formatBytes(limitBytes, locale)];
  return {
    kind: 'message_too_large',
    executed: answer.hasResult ? 'yes' : 'unknown',
    server,
    limit: limitBytes,
    message: goesOn ? said.stillOverlong(server, size, limit) : said.overlong(server, size, limit),
    suggestion: said.askForLess,
  };
}

/** Says that a server reads nothing: one request that was not even sent, or the end of the channel. */
export function notReadingFailure({ server, locale }: Subject, kind: 'overloaded' | 'connection_lost'): Failure {
  const executed = kind === 'overloaded' ? 'no' : 'unknown';
  return { kind, executed, server, message: sentences[locale].notReading(server) };
}

function formatBytes(bytes: number, locale: Locale): string {
  if (bytes < 1_024) return sentences[locale].bytes(bytes);
  const inMebibytes = bytes >= 1_048_576;
  const amount = bytes / (inMebibytes ? 1_048_576 : 1_024);
  return `${Number.isInteger(amount) ? amount : amount.toFixed(1)} ${inMebibytes ? 'MiB' : 'KiB'}`;
}
