import { assignedValues, type AssignedValue, type Assignment } from './assigned-value.ts';
import { type Secrecy, secrecyOf } from './key-names.ts';
import { shortestSoughtAnywhere } from './limits.ts';
import { matchesIn } from './matches-in.ts';
import { canBeName, isNumbered, isSecretValue, startsSentence } from './secret-value.ts';
import type { Span } from './span.ts';

/** Says whether a value is one of the known secrets that are too short to be looked for everywhere. */
export type IsShortSecret = (value: string) => boolean;

/** Longest unquoted value. */
const longestValue = 65_536;
/** How much of a value is read to judge whether it is a secret or a sentence; a secret goes on as far as the longest. */
const longestJudged = 256;

/**
 * Where a text assigns a value to a name that says it is secret: `name=value`, `name: value`, JSON, YAML, headers and
 * query parameters. Only values are found; names stay.
 */
export function findAssignedSecrets(text: string, isShortSecret?: IsShortSecret): readonly Span[] {
  const spans: Span[] = [];
  let coveredTo = 0;
  for (const match of matchesIn(text, /=>?|:=?|[：＝]|\.{4,}/g)) {
    if (match.index < coveredTo || isOperator(text, match.index, match[0])) continue;
    const assignment = assignmentAt(text, match.index, match[0]);
    if (assignment === undefined || (assignment.secrecy === 'none' && isShortSecret === undefined)) continue;
    for (const value of assignedValues(text, assignment)) {
      const secret =
        isShortSecret?.(text.slice(value.start, value.end)) === true ? value : secretIn(text, assignment, value);
      if (secret === undefined) continue;
      spans.push(secret);
      coveredTo = secret.end;
    }
  }
  return spans;
}

interface NamedAssignment extends Assignment {
  readonly name: string;
  readonly secrecy: Secrecy;
  /** Dots lead from the name to the value, as in `password......x`. */
  readonly dotted: boolean;
}

function assignmentAt(text: string, at: number, separator: string): NamedAssignment | undefined {
  const named = nameBefore(text, at);
  if (named === undefined || isHeader.test(named.name)) return undefined;
  const query = inQuery(text, named.start);
  // `-DapiKey=` and `-PapiKey=` are properties of Java and its builds.
  const property = secrecyOf(/(?:^|\s)-[DP](\w.*)/.exec(named.name)?.[1] ?? '');
  const ofName = strongest(secrecyOf(named.name), property);
  const secrecy = strongest(ofName, query ? queryOnly(named.name) : besideWord(named.name, separator));
  return {
    name: named.name,
    secrecy,
    from: at + separator.length,
    leads: secrecy !== 'none' && leadsLine(text, named.start),
    colon: separator === ':' || separator === '：',
    dotted: separator.startsWith('.'),
    query,
    longest: secrecy === 'none' ? shortestSoughtAnywhere : longestJudged,
  };
}

function secretIn(text: string, assignment: NamedAssignment, value: AssignedValue): Span | undefined {
  const { secrecy, colon, dotted, leads, name, from, longest } = assignment;
  const raw = text.slice(value.start, value.end);
  const goesOn = !value.quoted && raw.length >= longest;
  if (value.inside === true) return isSecretInside(name, secrecy, raw, value.quoted) ? value : undefined;
  // Leaders of dots stand in front of remarks as well.
  if (dotted && !value.quoted && !isSecretValue(raw, 'likely', false)) return undefined;
  const secret =
    (goesOn && secrecy === 'certain') ||
    isSecretValue(raw, secrecy, value.quoted || (secrecy === 'probable' && !colon));
  if (!secret || (secrecy === 'likely' && isNumbered(raw)) || isWorkingDirectory(name, raw)) return undefined;
  if (value.quoted) return value;
  if (colon && !goesOn && isProse(text, from, raw)) return undefined;
  const whole = goesOn ? (assignedValues(text, { ...assignment, longest: longestValue })[0] ?? value) : value;
  // Under a colon at the start of a line, as in YAML, a password may hold spaces; Chinese tells it behind a word and one.
  const isLine = colon && secrecy === 'certain' && (leads || /^[\u4e00-\u9fff]/.test(raw));
  return isLine ? { start: whole.start, end: lineEnd(text, whole.end) } : whole;
}

/** Among the names and words of a list or an object only what looks like no name, and of a parser's token nothing. */
function isSecretInside(name: string, secrecy: Secrecy, raw: string, quoted: boolean): boolean {
  if (/\s/.test(raw) || !isSecretValue(raw, secrecy, true)) return false;
  const isWord = canBeName(raw) || raw.length < 6 || !/\d/.test(raw) || !/[A-Za-z]/.test(raw);
  return !isWord || (quoted && !/^(?:tokens?|keys?|secrets?)$/i.test(name));
}

// Their values have an order of their own, which `headers.ts` reads.
const isHeader = /(?:^|[^A-Za-z])(?:authorization|(?:set-)?cookie2?)$/i;

/** `==`, `!=`, `<=`, `::`, `://` and the like assign nothing. */
function isOperator(text: string, at: number, separator: string): boolean {
  const before = text.charAt(at - 1);
  const after = text.charAt(at + separator.length);
  if (separator === '=') return after === '=' || '=!<>~'.includes(before === '' ? ' ' : before);
  if (separator === ':') return after === ':' || before === ':' || (after === '/' && text.charAt(at + 2) === '/');
  return false;
}

interface Named {
  readonly name: string;
  readonly start: number;
}

/** The name in front of a separator; two words of it where they are separated by a space, as in "API key: ". */
function nameBefore(text: string, separator: number): Named | undefined {
  let at = separator;
  if (/[:：]/.test(text.charAt(at))) at -= verb.exec(text.slice(Math.max(0, at - 40), at))?.[0].length ?? 0;
  // `api_key[0]=`, `tokens[]=`.
  at -= place.exec(text.slice(Math.max(0, at - 8), at))?.[0].length ?? 0;
  // Terraform puts the strings of a block below each other.
  const widest = /^= ?"/.test(text.slice(separator, separator + 3)) ? 64 : 8;
  for (
    let skipped = 0;
    skipped < widest && /[\s"'`”’」』»\])?\\*]/.test(text.charAt(at - 1)) && text.charAt(at - 1) !== '\n';
    skipped++
  )
    at--;
  const spaced = at < separator && /["'`”’」』»\])\\]/.test(text.slice(at, separator));
  const start = runStart(text, at);
  if (start === at) return undefined;
  const last = text.slice(start, at);
  if (spaced || text.charAt(start - 1) !== ' ') return { name: last, start };
  const previous = runStart(text, start - 1);
  const words = text.slice(previous, at);
  return previous === start - 1 ? { name: last, start } : { name: words, start: previous };
}

/** `The password is set to: `, `new password as follows: `. */
const verb =
  /["'`”’]? (?:(?:is|was|has been|will be|is now)(?: (?:re)?set to| changed to| updated to)?|(?:(?:re)?set|changed|updated) to|as follows) ?$/i;

const place = /(?<=\w)\[\d{0,4}\] ?$/;

function runStart(text: string, end: number): number {
  let at = end;
  while (at > 0 && at > end - 96 && isNameCharacter(text.charCodeAt(at - 1))) at--;
  return at;
}

function isNameCharacter(code: number): boolean {
  const letter = code | 0x20;
  return (
    (letter >= 0x61 && letter <= 0x7a) ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x5f ||
    code === 0x2d ||
    code === 0x2e ||
    code === 0x24 ||
    (code >= 0x4e00 && code <= 0x9fff)
  );
}

function leadsLine(text: string, nameStart: number): boolean {
  const line = text.slice(Math.max(0, nameStart - 40), nameStart);
  return /(?:^|[\r\n])[ \t]*(?:[-*] )?(?:export |set |setx |declare -x |ENV |ARG |\$env:)?$/.test(
    nameStart > 40 ? line : `\n${line}`,
  );
}

function inQuery(text: string, nameStart: number): boolean {
  const before = text.charAt(nameStart - 1);
  // A private member (`#state`) is no fragment.
  if (before === '#') return /[\w/]/.test(text.charAt(nameStart - 2));
  return before === '?' || before === '&' || text.slice(Math.max(0, nameStart - 5), nameStart) === '&amp;';
}

/** Parameters that are secret in a URL and ordinary words elsewhere. */
function queryOnly(name: string): Secrecy {
  if (
    /^(?:sig|signature|x-(?:amz|goog|ms|oss|cos)-(?:signature|credential|security-token)|pass|pw|pwd|auth|hmac|session|sid|jwt|ticket|otp|t_?k|credential|cred|api_?sig)$/i.test(
      name,
    )
  )
    return 'certain';
  return /^(?:key|code|state|k|hash|policy|secret_?id|nonce|assertion)$/i.test(name) ? 'likely' : 'none';
}

/** In `user=bob pass=x` the word in front is another's value; `the first pass: 3` is a sentence. */
function besideWord(name: string, separator: string): Secrecy {
  return separator === '=' && / pass$/i.test(name) ? secrecyOf('pass') : 'none';
}

const bySecrecy: readonly Secrecy[] = ['certain', 'probable', 'likely', 'none'];

function strongest(one: Secrecy, other: Secrecy): Secrecy {
  return bySecrecy.find((each) => each === one || each === other) ?? 'none';
}

/** A sentence about the value (`password: must be longer`), not the value. */
function isProse(text: string, from: number, value: string): boolean {
  if (text.charAt(from) !== ' ' && !/^[\u4e00-\u9fff]/.test(value)) return false;
  return startsSentence(value);
}

function isWorkingDirectory(name: string, value: string): boolean {
  return /^(?:OLD|INIT_)?PWD$/i.test(name) && /^(?:\/(?:[\w.@+-]+(?:\/|$))|[A-Za-z]:[\\/]|~)/.test(value);
}

function lineEnd(text: string, from: number): number {
  const rest = /^[^\r\n]{0,4096}/.exec(text.slice(from, from + 4_097))?.[0] ?? '';
  // Comments and the next assignment on the line are no part of it.
  const end = rest.search(/\s#|\s[\w.-]{1,64}\s?[=:]|\\[rn]|[ \t]*$/);
  return from + Math.max(end, 0);
}
