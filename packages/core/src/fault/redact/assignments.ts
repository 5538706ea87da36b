import { assignedValues, quotedAt } from './assigned-value.ts';
import { looksLikeKey, secrecyOf, type Secrecy } from './key-names.ts';
import type { Span } from './span.ts';

/** Says whether a value is one of the known secrets that are too short to be looked for everywhere. */
export type IsShortSecret = (value: string) => boolean;

const longestCertain = 65_536;
const longestLikely = 1_024;
const longestShort = 64;

/**
 * Where a text assigns a value to a name that says it is secret: `name=value`, `name: value`, JSON, YAML, headers,
 * flags, query parameters, XML and the lists of `name` and `value` pairs that deployments are written in. Only values
 * are found; names stay.
 */
export function findAssignedSecrets(text: string, isShortSecret?: IsShortSecret): readonly Span[] {
  return [...bySeparator(text, isShortSecret), ...flags(text), ...pairs(text), ...elements(text), ...prose(text)];
}

/** Whether a value under a name of this secrecy is masked. */
export function isSecretValue(value: string, secrecy: Secrecy, quoted: boolean): boolean {
  if (secrecy === 'none' || value.trim() === '' || isPlaceholder(value) || notSecret.test(value)) return false;
  if (secrecy === 'likely') return looksLikeKey(value);
  // Counts, ports and identifiers: `token: 5`. PINs of four digits are told apart by nothing.
  return quoted || !/^-?\d{1,3}(?:\.\d+)?$/.test(value);
}

function bySeparator(text: string, isShortSecret: IsShortSecret | undefined): Span[] {
  const spans: Span[] = [];
  let coveredTo = 0;
  for (const match of text.matchAll(/=>?|:=?|[：＝]/g)) {
    const at = match.index;
    if (at < coveredTo || isOperator(text, at, match[0])) continue;
    const named = nameBefore(text, at);
    if (named === undefined || isHeader.test(named.name)) continue;
    const query = inQuery(text, named.start);
    const secrecy = query ? strongest(secrecyOf(named.name), queryOnly(named.name)) : secrecyOf(named.name);
    if (secrecy === 'none' && isShortSecret === undefined) continue;
    const from = at + match[0].length;
    const longest = secrecy === 'certain' ? longestCertain : secrecy === 'likely' ? longestLikely : longestShort;
    const colon = match[0] === ':' || match[0] === '：';
    const leads = secrecy !== 'none' && leadsLine(text, named.start);
    const values = assignedValues(text, { from, leads, colon, query, longest });
    for (const value of values) {
      const raw = text.slice(value.start, value.end);
      if (isShortSecret?.(raw) === true) {
        spans.push(value);
      } else if (
        secrecy !== 'none' &&
        !(isWorkingDirectory(named.name, raw) || (colon && !value.quoted && isProse(text, from, raw)))
      ) {
        // Under a colon at the start of a line, as in YAML, a password may hold spaces.
        const end = colon && leads && !value.quoted && secrecy === 'certain' ? lineEnd(text, value.end) : value.end;
        if (!isSecretValue(raw, secrecy, value.quoted)) continue;
        spans.push({ start: value.start, end });
        coveredTo = end;
      }
    }
  }
  return spans;
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
  for (
    let skipped = 0;
    skipped < 8 && /[\s"'`\])?\\*]/.test(text.charAt(at - 1)) && text.charAt(at - 1) !== '\n';
    skipped++
  )
    at--;
  const spaced = at < separator && /["'`\])\\]/.test(text.slice(at, separator));
  const start = runStart(text, at);
  if (start === at) return undefined;
  const last = text.slice(start, at);
  if (spaced || text.charAt(start - 1) !== ' ') return { name: last, start };
  const previous = runStart(text, start - 1);
  const words = text.slice(previous, at);
  return previous === start - 1 ? { name: last, start } : { name: words, start: previous };
}

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
  return /[?&#]/.test(text.charAt(nameStart - 1)) || /&amp;$/.test(text.slice(Math.max(0, nameStart - 5), nameStart));
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

function strongest(one: Secrecy, other: Secrecy): Secrecy {
  if (one === 'certain' || other === 'certain') return 'certain';
  return one === 'likely' || other === 'likely' ? 'likely' : 'none';
}

// What stands for a value, or was masked by somebody else.
function isPlaceholder(value: string): boolean {
  return /^(?:[*•·.x…_-]{2,}|\$\{[^}]{0,80}\}?|\$[A-Z_][A-Z0-9_]*|%[A-Z_]+%|<[^<>]{0,60}>?|\{\{[^}]{0,60}\}\}|\[[\w -]{0,30}\]?|%[sdv]|\(\w+\))$/i.test(
    value,
  );
}

const notSecret =
  /^(?:true|false|null|undefined|none|nil|nan|yes|no|on|off|string|number|boolean|object|array|integer|required|optional|missing|invalid|expired|empty|unset|unknown|redacted|masked|hidden|disabled|enabled|default|any|n\/a|function|Promise|strict)[,;.)\]}]*$/i;
const proseStart =
  /^(?:must|should|shall|is|are|was|were|has|have|had|cannot|can|could|can't|couldn't|may|might|needs?|not|no|too|at|the|an?|this|that|it|please|expected|got|received|required|invalid|missing|incorrect|wrong|bad|expired|revoked|failed|failure|denied|rejected|refused|unknown|unexpected|unable|only|minimum|maximum|length|value|values|field|does|doesn't|did|didn't|string|number|boolean|for|from|in|of|on|to|with|without|and|or|if|when|use|using|set|provide|enter|check|contains?|mismatch|error|未|不|无|必须|错误|无效|缺少)(?![\w@-])/i;

/** A sentence about the value (`password: must be longer`), not the value. */
function isProse(text: string, from: number, value: string): boolean {
  if (text.charAt(from) !== ' ' && !/^[\u4e00-\u9fff]/.test(value)) return false;
  return proseStart.test(value) && !/[0-9]/.test(value);
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

function flags(text: string): Span[] {
  return [...text.matchAll(/(?<![\w-])--?([A-Za-z][\w-]{0,60})(\\?["']?,?\s{1,8}|\\?["'],)(?=[^\s-])/g)].flatMap(
    (match) => {
      const secrecy = secrecyOf(match[1] ?? '');
      if (secrecy === 'none') return [];
      const from = match.index + match[0].length;
      return assignedValues(text, { from, leads: false, colon: false, query: false, longest: longestLikely }).filter(
        (value) => {
          const raw = text.slice(value.start, value.end);
          return isSecretValue(raw, secrecy, value.quoted) && (value.quoted || !proseStart.test(raw));
        },
      );
    },
  );
}

/** `name: API_KEY, value: …` in one object, whichever way it is written. */
function pairs(text: string): Span[] {
  const pattern =
    /\b(?:name|key|Name|Key)\\?["']?\s{0,4}[=:]\s{0,4}\\?["']?([\w.-]{1,96})\\?["']?[,;\s]{1,64}(?:- )?\\?["']?(?:value|Value)\\?["']?\s{0,4}[=:]\s{0,4}/g;
  return [...text.matchAll(pattern), ...text.matchAll(/\bname="?([\w.-]{1,96})"?\r?\n\r?\n/g)].flatMap((match) => {
    const secrecy = secrecyOf(match[1] ?? '');
    const from = match.index + match[0].length;
    if (secrecy === 'none') return [];
    return assignedValues(text, { from, leads: false, colon: true, query: false, longest: longestLikely }).filter(
      (value) => isSecretValue(text.slice(value.start, value.end), secrecy, true),
    );
  });
}

/** `<password>…</password>` and `[password] => …` do not put the value behind a separator of their own. */
function elements(text: string): Span[] {
  return [...text.matchAll(/<([A-Za-z][\w:.-]{0,80})(?:\s[^<>]{0,200})?>([^<]{1,4096})(?=<\/)/g)].flatMap((match) => {
    const value = (match[2] ?? '').trim();
    if (!isSecretValue(value, secrecyOf(match[1] ?? ''), true)) return [];
    const start = match.index + match[0].length - (match[2] ?? '').length;
    return [{ start, end: match.index + match[0].length }];
  });
}

const secretWords = String.raw`(?:passwords?|passwd|passphrase|pwd|secret|token|api[ -]?key|access[ -]?key|credentials?|密码|口令|密钥|令牌)`;
const quotedInProse = new RegExp(
  String.raw`(?<![\w-])(?:(\w{1,20}) )?${secretWords}\s{1,4}(?:(?:is|was|of|for|provided|given)\s{1,4})?(?=\\?["'\`])`,
  'gi',
);
const saidInProse = new RegExp(
  String.raw`(?<![\w-])${secretWords}\s{0,4}(?:\b(?:is|was|provided|given|used)\b|是|为)\s{0,4}:?\s{0,4}(?=[^\s"'\`])`,
  'gi',
);
const netrc = /\blogin\s{1,8}\S{1,128}\s{1,8}password\s{1,8}(?=\S)/g;
const mysqlFlag = /\b(?:mysql|mysqldump|mysqladmin|mariadb|sshpass)\b[^\n]{0,200}? -p ?(?=[^\s-])/g;

/** What sentences and commands say without a separator: `password "x"`, `the token is x`, `login bob password x`. */
function prose(text: string): Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(quotedInProse)) {
    const value = quotedAt(text, match.index + match[0].length);
    if (
      value === undefined ||
      secrecyOf(match[0].replace(/\s+(?:is|was|of|for|provided|given)\s*$/i, '').trim()) === 'none'
    )
      continue;
    const raw = text.slice(value.start, value.end);
    const wordy = /token|key|credential/i.test(match[0]) ? 'likely' : 'certain';
    if (!raw.includes('\n') && isSecretValue(raw, wordy, true)) spans.push(value);
  }
  for (const [pattern, secrecy] of [
    [saidInProse, 'likely'],
    [netrc, 'certain'],
    [mysqlFlag, 'certain'],
  ] as const) {
    for (const match of text.matchAll(pattern)) {
      const from = match.index + match[0].length;
      for (const value of assignedValues(text, {
        from,
        leads: false,
        colon: false,
        query: false,
        longest: longestLikely,
      })) {
        if (isSecretValue(text.slice(value.start, value.end), secrecy, false)) spans.push(value);
      }
    }
  }
  return spans;
}
