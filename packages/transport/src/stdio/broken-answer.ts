/** What can be read of an answer that can't be parsed. */
export interface BrokenAnswer {
  /** The request's id, as raw JSON text. */
  readonly id: string;
  /** Whether a result, and not an error, came: then the request has been carried out. */
  readonly hasResult: boolean;
  /**
   * The whole line is this one object, so that nothing but the answer can be meant. Otherwise it stands among other
   * output, which may also be a log of an answer that comes whole on the next line.
   */
  readonly alone: boolean;
}

/**
 * Looks for answers to open requests in a line that is no message: bad JSON (`NaN`, raw control characters, a missing
 * bracket), several objects or log text on one line, JSON that is no JSON-RPC, or a line too long to be kept.
 *
 * Only the two ends of a line are looked at, since one writer puts the id first and another last. What has a `method`
 * is a request of the peer's and no answer.
 *
 * @param head The beginning of the line.
 * @param tail The end of the line; the same text where the line is short.
 */
export function findBrokenAnswers(
  head: string,
  tail: string,
  isOpen: (id: string) => boolean,
): readonly BrokenAnswer[] {
  const inHead = readHead(head, head === tail, isOpen);
  const next = inHead.last !== undefined && inHead.last.end < 0 ? readNext(tail, isOpen) : undefined;
  if (next !== undefined) return [...inHead.answers.filter(({ id }) => id !== next.id), next];
  if (inHead.answers.length > 0 || inHead.last?.hasMethod === true) return inHead.answers;
  // A quote or bracket too many in the middle hides what comes behind it; the last members can still be read.
  const ending = readLastMembers(tail);
  if (ending?.id === undefined || ending.hasMethod || !isOpen(ending.id)) return [];
  const hasError = ending.hasError || inHead.last?.hasError === true;
  const hasResult = ending.hasResult || inHead.last?.hasResult === true;
  const isJsonRpc = tail.includes('"jsonrpc"') || inHead.last?.isJsonRpc === true;
  if (!isJsonRpc) return [];
  return [{ id: ending.id, hasResult: hasResult && !hasError, alone: /^\s*\{/.test(head) }];
}

function readHead(
  head: string,
  isWhole: boolean,
  isOpen: (id: string) => boolean,
): { answers: BrokenAnswer[]; last: TopLevel | undefined } {
  const answers: BrokenAnswer[] = [];
  let last: TopLevel | undefined;
  let end = 0;
  for (const start of objectStarts(head)) {
    // An object inside the one before it.
    if (start < end) continue;
    last = readTopLevel(head, start);
    const fillsLine =
      head.slice(0, start).trim() === '' && (last.end < 0 || (isWhole && head.slice(last.end).trim() === ''));
    if (last.id !== undefined && looksLikeAnswer(last, fillsLine) && isOpen(last.id)) {
      answers.push({ id: last.id, hasResult: last.hasResult && !last.hasError, alone: fillsLine && last.isJsonRpc });
    }
    if (last.end < 0 && last.isJsonRpc) break;
    end = last.end;
  }
  return { answers, last };
}

/** The whole answer that ends the line of a message which was broken off, as where a writer has failed or two write at once. */
function readNext(tail: string, isOpen: (id: string) => boolean): BrokenAnswer | undefined {
  for (const start of [...objectStarts(tail)].slice(-8).toReversed()) {
    const top = readTopLevel(tail, start);
    const isLast = top.end > 0 && tail.slice(top.end).trim() === '';
    if (isLast && top.isJsonRpc && top.id !== undefined && looksLikeAnswer(top, false) && isOpen(top.id))
      return { id: top.id, hasResult: top.hasResult && !top.hasError, alone: false };
  }
  return undefined;
}

/** What stands on the first level of an object, as far as it could be read. */
interface TopLevel {
  id: string | undefined;
  isJsonRpc: boolean;
  hasMethod: boolean;
  hasResult: boolean;
  hasError: boolean;
  /** Whether there are members that no answer has. */
  hasOthers: boolean;
  /** Behind the closing bracket; −1 where there is none. */
  end: number;
}

function looksLikeAnswer(top: TopLevel, fillsLine: boolean): boolean {
  if (top.hasMethod) return false;
  return top.isJsonRpc || (fillsLine && (top.hasResult || top.hasError) && !top.hasOthers);
}

function* objectStarts(text: string): Generator<number> {
  for (const match of text.matchAll(/\{\s*"(?:jsonrpc|id|result|error|method|params)"\s*:/g)) yield match.index;
}

/** Tries the last mentions of an id from behind: the right one leaves exactly one bracket to close. */
function readLastMembers(text: string): TopLevel | undefined {
  const mentions = [...text.matchAll(/"id"\s*:/g)].slice(-8);
  for (const { index } of mentions.toReversed()) {
    const top = readTopLevel(text, index);
    if (top.end > 0 && text.slice(top.end).trim() === '') return top;
  }
  return undefined;
}

/** Reads an object from its opening bracket or from one of its members on, forgiving everything but quotes. */
function readTopLevel(text: string, start: number): TopLevel {
  const top: TopLevel = {
    id: undefined,
    isJsonRpc: false,
    hasMethod: false,
    hasResult: false,
    hasError: false,
    hasOthers: false,
    end: -1,
  };
  let depth = text[start] === '{' ? 0 : 1;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x7b || code === 0x5b) {
      depth++;
    } else if (code === 0x7d || code === 0x5d) {
      depth--;
      if (depth > 0) continue;
      top.end = at + 1;
      return top;
    } else if (code === 0x22) {
      const end = endOfString(text, at);
      if (end < 0) return top;
      if (depth === 1) noteMember(top, text, at, end);
      at = end - 1;
    }
  }
  return top;
}

// The text may have been cut inside a number: only what follows it says that it is whole.
const idPattern = /\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)(?=[\s,}\]])/y;
const colonPattern = /\s*:/y;

function noteMember(top: TopLevel, text: string, start: number, end: number): void {
  colonPattern.lastIndex = end;
  if (!colonPattern.test(text)) return;
  switch (text.slice(start + 1, end - 1)) {
    case 'id':
      idPattern.lastIndex = end;
      top.id = idPattern.exec(text)?.[1];
      break;
    case 'jsonrpc':
      top.isJsonRpc = true;
      break;
    case 'method':
      top.hasMethod = true;
      break;
    case 'result':
      top.hasResult = true;
      break;
    case 'error':
      top.hasError = true;
      break;
    default:
      top.hasOthers = true;
  }
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x5c) at++;
    else if (code === 0x22) return at + 1;
  }
  return -1;
}
