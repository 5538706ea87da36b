import type { Gateway, Place } from './gateway.ts';
import { isAlive, processesOf, type ProcessSeen } from './processes.ts';
import type { RawHttpHost } from './raw-http-host.ts';
import type { RawStdioHost } from './raw-stdio-host.ts';
import { until } from './until.ts';

/** What a test has started and planted. */
export interface Leftovers {
  readonly secrets: string[];
  readonly gateways: Gateway[];
  readonly stdio: RawStdioHost[];
  /** Those of them whose stdout must hold nothing but protocol. */
  readonly pure: RawStdioHost[];
  readonly http: RawHttpHost[];
  readonly sdk: { close(): Promise<void>; stderr(): string }[];
  /** Servers that the test itself has started. */
  readonly servers: RawStdioHost[];
}

/**
 * Ends all of it, hosts first, and says in words what was not as it should be.
 *
 * @param patienceMs How long answers that are under way, and processes that are ending, may take.
 */
export async function leaveNothingBehind(
  place: Place,
  left: Leftovers,
  patienceMs: number,
): Promise<readonly string[]> {
  const problems: string[] = [];
  const attempt = (what: string, action: () => Promise<unknown>): Promise<void> =>
    action().then(
      () => undefined,
      (error: unknown) => void problems.push(`${what}: ${String(error)}`),
    );

  await Promise.all([...left.stdio, ...left.http].map((host) => settled(host, patienceMs)));
  for (const host of [...left.stdio, ...left.http]) problems.push(...host.inbox.ledger.problems());
  for (const host of left.pure)
    problems.push(
      ...host.strayLines.map((line) => `stdout held ${JSON.stringify(line.slice(0, 200))}, which is no protocol`),
    );

  for (const host of left.http) host.close();
  await Promise.all(left.sdk.map((host) => attempt('an SDK host did not close', () => host.close())));
  await Promise.all(left.stdio.map((host) => attempt('a command did not end with its stdin', () => endOf(host))));
  await Promise.all(left.gateways.map((gateway) => attempt('the gateway', () => stopped(gateway, problems))));
  for (const server of left.servers) server.kill('SIGKILL');

  problems.push(
    ...(await survivors(place, patienceMs)).map(
      ({ pid, commandLine }) => `process ${pid} is still alive: ${commandLine}`,
    ),
  );
  problems.push(...outputProblems(left));
  return problems;
}

/** Gives answers that are under way the time to come; what isn't there then, the ledger says. */
async function settled(host: RawStdioHost | RawHttpHost, patienceMs: number): Promise<void> {
  const over = (): boolean => host.inbox.ledger.open().length === 0 || ('exit' in host && host.exit !== undefined);
  await until('the last answers', over, patienceMs).catch(() => undefined);
}

async function endOf(host: RawStdioHost): Promise<void> {
  const ended = host.end();
  await until(
    () => `the end of a command; stderr: ${host.stderr.slice(-1_000)}`,
    () => host.exit !== undefined,
    15_000,
  );
  await ended;
}

async function stopped(gateway: Gateway, problems: string[]): Promise<void> {
  if (gateway.exit !== undefined) return;
  const { code, signal } = await gateway.stop();
  if (code !== 0)
    problems.push(`the gateway ended with code ${code}, signal ${signal}: ${gateway.stderr.slice(-1_000)}`);
}

/** The processes that outlive their test; they are ended here, so that they don't trouble the next one. */
async function survivors({ marker, directory }: Place, patienceMs: number): Promise<readonly ProcessSeen[]> {
  const alive = (): readonly ProcessSeen[] => processesOf(marker, directory);
  await until('the last processes', () => alive().length === 0, patienceMs).catch(() => undefined);
  const found = alive();
  for (const seen of found) if (isAlive(seen)) process.kill(seen.pid, 'SIGKILL');
  return found;
}

/** The last one is how Node ends its report of an error that nobody caught. */
const unhandled = /unhandled|uncaught|MaxListenersExceededWarning|^Node\.js v\d/im;

function outputProblems({ secrets, gateways, stdio, http, sdk }: Leftovers): readonly string[] {
  const outputs: readonly (readonly [string, string])[] = [
    ...gateways.flatMap(
      (gateway) =>
        [
          ['the stdout of the gateway', gateway.stdout],
          ['its stderr', gateway.stderr],
        ] as const,
    ),
    ...stdio.flatMap(
      (host) =>
        [
          ['the stdout of a command', host.texts.join('\n')],
          ['its stderr', host.stderr],
        ] as const,
    ),
    ...http.flatMap((host) =>
      host.calls.map((call) => ['a response', `${JSON.stringify(call.headers)}\n${call.body}`] as const),
    ),
    ...sdk.map((host) => ['the stderr behind an SDK host', host.stderr()] as const),
  ];
  const leaks = secrets.flatMap((secret) =>
    outputs.filter(([, text]) => text.includes(secret)).map(([where]) => `the secret ${secret} stood in ${where}`),
  );
  const shouts = outputs
    .filter(([where, text]) => where.includes('stderr') && unhandled.test(text))
    .map(([where, text]) => `${where} has ${unhandled.exec(text)?.[0]}: ${text.slice(-1_000)}`);
  return [...leaks, ...shouts];
}
