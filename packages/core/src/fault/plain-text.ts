import { invisible } from './redact/invisible.ts';

// Control characters that part words; the others go without a trace.
const breaks = /[\v\f\u0085]/gu;
const spaces = /\s+/gu;

// Most texts are plain as they come: names, numbers, English sentences.
const plainAlready = /^[!-~]+(?: [!-~]+)*$/u;

/** Longest text that is looked at; what lies behind could only be cut off. */
const longestRead = 16_384;

/**
 * Makes one line of well-formed text without terminal sequences, control characters and what has no width or reorders text.
 *
 * What is longer than `maxLength` (UTF-16 units, the mark included) is cut on a grapheme edge and ends in `…`.
 * Redaction comes before, never after: a cut secret is no longer recognised.
 */
export function plainText(text: string, maxLength: number): string {
  if (text.length <= maxLength && plainAlready.test(text)) return text;
  const plain = text
    .slice(0, codePointEdge(text, longestRead))
    .replace(breaks, ' ')
    .replace(invisible, '')
    .replace(spaces, ' ')
    .trim()
    .toWellFormed();
  return plain.length <= maxLength ? plain : `${plain.slice(0, graphemeEdge(plain, maxLength - 1)).trimEnd()}…`;
}

/** The last grapheme edge at or before `index`; a code point's where the first grapheme alone is longer. */
function graphemeEdge(text: string, index: number): number {
  // Whether there is an edge at the index depends on little that follows it: no need to read the whole text.
  const read = text.slice(0, index + 64);
  let edge = 0;
  for (const { index: start } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(read)) {
    if (start > index) break;
    edge = start;
  }
  return edge > 0 ? edge : codePointEdge(text, index);
}

function codePointEdge(text: string, index: number): number {
  if (text.length <= index) return text.length;
  const before = text.charCodeAt(index - 1);
  return before >= 0xd800 && before <= 0xdbff ? index - 1 : index;
}

const placeholders = /\bundefined\b|\[object \w+\]/iu;

/** The same, or undefined where nothing is left that says anything: `undefined`, `[object Object]`, blanks, punctuation. */
export function usableText(text: unknown, maxLength: number): string | undefined {
  if (typeof text !== 'string') return undefined;
  const plain = plainText(text, maxLength);
  return /[\p{L}\p{N}\p{S}]/u.test(plain) && !placeholders.test(plain) ? plain : undefined;
}

// These name no failure, so that a sentence of our own says more.
const bare = new RegExp(
  `^(?:${[
    '(?:(?:an?|the) )?(?:unknown |unexpected |unhandled |generic )?(?:error|exception|failure)(?: occurred| happened)?',
    'bad request|internal(?: server)? error|server error|service unavailable|request failed|failed|something went wrong',
    'null|nil|none|nan|n/a|unknown|true|false|[-+]?\\d+',
    '错误|出错了?|未知错误|内部错误|服务器错误|服务器内部错误|请求错误|错误请求|失败|请求失败|操作失败',
  ].join('|')})$`,
  'iu',
);
const hopPrefixes = /^(?:(?:MCP error -?\d+|McpError|ProtocolError|SdkError|Error): *)+/u;

/** What of a message is worth a sentence: without the prefixes of each hop; undefined where it is only a bare word. */
export function usableMessage(text: unknown, maxLength: number): string | undefined {
  if (typeof text !== 'string') return undefined;
  const plain = usableText(text.trimStart().replace(hopPrefixes, ''), maxLength);
  return plain === undefined || bare.test(plain.replace(/[\p{P}\s]+$/u, '').replace(/^[\p{P}\s]+(?=\D)/u, ''))
    ? undefined
    : plain;
}
