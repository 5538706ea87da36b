import { assignedValues, quotedAt } from './assigned-value.ts';
import { type Secrecy, secrecyOf } from './key-names.ts';
import { matchesIn } from './matches-in.ts';
import { canBeName, isSecretValue } from './secret-value.ts';
import type { Span } from './span.ts';

/**
 * Where a value stands beside the name that says it is secret, with no separator of an assignment in front of it: in the
 * next line, as the next string of a list or tuple, behind an arrow or behind the type of a declaration.
 */
export function findNeighbours(text: string): readonly Span[] {
  return [
    ...nextLines(text),
    ...(/["'`]/.test(text) ? [...nextStrings(text), ...tuples(text)] : []),
    ...(/->|→/.test(text) ? arrows(text) : []),
    ...(/=\s{0,4}["'`]/.test(text) ? declarations(text) : []),
  ];
}

const longest = 4_096;

/** `password:` or a lone `X-Api-Key` with its value in the next line, as YAML, forms and lists of headers have it. */
function nextLines(text: string): Span[] {
  if (!text.includes('\n')) return [];
  const pattern =
    /^([ \t]{0,80})(?:- )?["'`]?([A-Za-z\u4e00-\u9fff][\w.\u4e00-\u9fff-]{0,96})["'`]?[ \t]{0,4}([:=：]?)[ \t]{0,4}\r?\n(?=([ \t]{0,80})\S)/gm;
  return [...matchesIn(text, pattern)].flatMap((match) => {
    const secrecy = secrecyOf(match[2] ?? '');
    if (secrecy === 'none') return [];
    const start = match.index + match[0].length + (match[4] ?? '').length;
    const value = quotedAt(text, start) ?? wordAt(text, start);
    if (value === undefined) return [];
    if (match[3] === '') return isKeyBesideName(text, value) ? [value] : [];
    // Under a plural (`secrets:`) stand names as well.
    const isInside = (match[4] ?? '').length > (match[1] ?? '').length && !/s$/i.test(match[2] ?? '');
    return isSecret(text, value, isInside ? secrecy : 'likely') ? [value] : [];
  });
}

/** What is alone in its line and no name of another value. */
function wordAt(text: string, start: number): Span | undefined {
  const word = /^\S{1,4096}(?=[ \t]{0,8}(?:\r?\n|$))/.exec(text.slice(start, start + longest + 8))?.[0];
  return word === undefined || /[:：{[,]$/.test(word) || /^[[{]/.test(word)
    ? undefined
    : { start, end: start + word.length };
}

/** `['X-Api-Key', '…']`. */
function nextStrings(text: string): Span[] {
  const pattern = /["'`]([A-Za-z][\w.-]{1,96})\\{0,3}["'`]\s{0,4},\s{0,16}(?=\\{0,3}["'`])/g;
  return [...matchesIn(text, pattern)].flatMap((match) => {
    if (secrecyOf(match[1] ?? '') === 'none') return [];
    const value = quotedAt(text, match.index + match[0].length);
    if (value === undefined) return [];
    // Names stand in lists of three and more; two are a name and its value, and so is what stands behind a header's name.
    const isPair =
      /\[\s{0,8}$/.test(text.slice(Math.max(0, match.index - 9), match.index)) &&
      closed.test(text.slice(value.end, value.end + 16));
    const isValue = isPair || isHeaderName(match[1] ?? '');
    return (isValue ? isSecret(text, value, 'likely') : isKeyBesideName(text, value)) ? [value] : [];
  });
}

/** `{password,"…"}`, `{<<"password">>,<<"…">>}`: what Erlang calls a pair. */
function tuples(text: string): Span[] {
  const pattern = /\{\s{0,4}(?:<<\\?")?([a-z]\w{1,64})(?:\\?">>)?\s{0,4},\s{0,4}(?:<<)?(?=\\?["'])/g;
  return [...matchesIn(text, pattern)].flatMap((match) => {
    const value = quotedAt(text, match.index + match[0].length);
    return value !== undefined && isSecret(text, value, secrecyOf(match[1] ?? '')) ? [value] : [];
  });
}

const closed = /^\\{0,3}["'`]\s{0,8}\]/;

/** Whether a name is that of a header, behind which no other name stands. */
export function isHeaderName(name: string): boolean {
  return /^(?:x-|proxy-|authorization$|(?:set-)?cookie$)/i.test(name);
}

/** `Map(password -> …)`, `"password" → "…"`; an arrow between other words leads anywhere. */
function arrows(text: string): Span[] {
  const pattern = /(?:[([{,]\s{0,16}|["'`])([A-Za-z][\w.-]{0,96})\\{0,3}["'`]?\s{0,4}(?:->|→)\s{0,4}(?=\S)/g;
  return [...matchesIn(text, pattern)].flatMap((match) => {
    const secrecy = secrecyOf(match[1] ?? '');
    if (secrecy === 'none') return [];
    const from = match.index + match[0].length;
    return assignedValues(text, { from, leads: false, colon: false, query: false, longest }).filter((value) => {
      const raw = text.slice(value.start, value.end);
      // Without quotes it leads from one name to another as well: `[secret -> ConfigMap]`.
      return isSecretValue(raw, secrecy, value.quoted) && (value.quoted || /[^A-Za-z_]/.test(raw));
    });
  });
}

const typed = String.raw`\s{0,4}[A-Za-z_*&][\w.<>[\]|?]{0,64}\s{0,4}=\s{0,4}(?=["'\`])`;
// The name is read backwards from its colon: there are far fewer of these than of names.
const declared: readonly RegExp[] = [
  new RegExp(String.raw`(?<![\w$])(?:var|const)\s{1,4}([A-Za-z_]\w{0,96})\s${typed}`, 'g'),
  new RegExp(String.raw`:(?<=(?<![\w$])([A-Za-z_$][\w$]{0,96})[?!]?\s?:)${typed}`, 'g'),
];

/** `const apiKey: string = '…'`, `var apiKey string = "…"`. */
function declarations(text: string): Span[] {
  return declared
    .flatMap((pattern) => [...matchesIn(text, pattern)])
    .flatMap((match) => {
      const value = quotedAt(text, match.index + match[0].length);
      return value !== undefined && isSecret(text, value, secrecyOf(match[1] ?? '')) ? [value] : [];
    });
}

function isSecret(text: string, { start, end }: Span, secrecy: Secrecy): boolean {
  return isSecretValue(text.slice(start, end), secrecy, true);
}

/** Lists of names look the same as those of names and values: what can be a name there is taken for one. */
function isKeyBesideName(text: string, value: Span): boolean {
  return isSecret(text, value, 'likely') && !canBeName(text.slice(value.start, value.end));
}
