import { peek, peekList, peekNumber, peekString } from './peek.ts';

/** What can be read of one thrown value, as plain data: everything after this works on strings and numbers only. */
export interface ErrorFacts {
  /** The thrown value itself, for what only one matcher needs; touch it with {@link peek} alone. */
  readonly value: unknown;
  readonly name: string;
  readonly className: string;
  readonly message: string;
  readonly code: string | undefined;
  /** A numeric `code`: JSON-RPC's, the DOM's, an HTTP status. */
  readonly codeNumber: number | undefined;
  readonly errno: number | undefined;
  readonly syscall: string;
  readonly port: number | undefined;
  readonly status: number | undefined;
}

/** A thrown value with what it names as its causes; `branches` are several that failed side by side. */
export interface ErrorNode {
  readonly facts: ErrorFacts;
  readonly causes: readonly ErrorNode[];
  readonly branches: readonly ErrorNode[];
}

const maxDepth = 8;
const maxNodes = 64;
/** Under which names wrappers keep what they wrap. */
const causeKeys = ['cause', 'originalError', 'original', 'parent', 'innerError'] as const;

/** Reads a thrown value and its causes, in bounded depth and number, cycles cut; never throws. */
export function readError(error: unknown): ErrorNode {
  const seen = new Set<unknown>();
  const read = (value: unknown, depth: number): ErrorNode => {
    seen.add(value);
    const isWorthReading = (each: unknown): boolean =>
      typeof each === 'object' && each !== null && !seen.has(each) && depth < maxDepth && seen.size < maxNodes;
    const follow = (candidates: readonly unknown[]): ErrorNode[] => {
      const nodes: ErrorNode[] = [];
      // One after the other: what the first has seen, the second must not read again.
      for (const each of candidates) if (isWorthReading(each)) nodes.push(read(each, depth + 1));
      return nodes;
    };
    return {
      facts: readFacts(value),
      causes: follow(causeKeys.map((key) => peek(value, key))),
      branches: follow(peekList(peek(value, 'errors'), 16)),
    };
  };
  return read(error, 0);
}

/** Every node of the tree, outermost first. */
export function* walk(node: ErrorNode): Generator<ErrorFacts> {
  yield node.facts;
  for (const each of node.causes) yield* walk(each);
  for (const each of node.branches) yield* walk(each);
}

function readFacts(value: unknown): ErrorFacts {
  const code = peek(value, 'code');
  const message = typeof value === 'string' ? value : (peekString(value, 'message') ?? '');
  const said = readSentence(message);
  return {
    value,
    name: peekString(value, 'name') ?? '',
    className: peekString(peek(value, 'constructor'), 'name') ?? '',
    message,
    code: typeof code === 'string' ? code : undefined,
    codeNumber: typeof code === 'number' ? code : undefined,
    errno: peekNumber(value, 'errno'),
    syscall: peekString(value, 'syscall') ?? said.syscall,
    port: peekNumber(value, 'port') ?? said.port,
    status: readStatus(value),
  };
}

/** Errors that crossed a process boundary keep only Node's sentence: `connect ECONNREFUSED 10.0.1.5:5432`. */
function readSentence(message: string): Pick<ErrorFacts, 'syscall' | 'port'> {
  const [, syscall = '', port] = /^(\w+) E[A-Z]+(?: \S{1,253}:(\d{1,5})\b)?/.exec(message) ?? [];
  return { syscall, port: port === undefined ? undefined : Number(port) };
}

/** HTTP clients put the answer's status in one of these places. */
function readStatus(value: unknown): number | undefined {
  const response = peek(value, 'response');
  const places = [
    peek(value, 'status'),
    peek(value, 'statusCode'),
    peek(response, 'status'),
    peek(response, 'statusCode'),
    peek(peek(value, '$metadata'), 'httpStatusCode'),
    peek(peek(value, 'data'), 'status'),
  ];
  return places.find(
    (place): place is number => typeof place === 'number' && Number.isInteger(place) && place >= 300 && place <= 599,
  );
}
