import { assignedValues, quotedAt } from './assigned-value.ts';
import { chineseVerb, mayNameSecret, secrecyOf } from './key-names.ts';
import { elsewhere } from './languages.ts';
import { matchesIn } from './matches-in.ts';
import { canBeName, isMachineMade, isSecretValue, startsSentence } from './secret-value.ts';
import type { Span } from './span.ts';

/**
 * Where a text assigns a secret without a separator of its own: flags of commands, the `name` and `value` pairs that
 * deployments are written in, forms, XML, and what sentences say.
 */
export function findLooseSecrets(text: string): readonly Span[] {
  if (!mayHold.test(text) && !mayNameSecret(text)) return [];
  return [...flags(text), ...pairs(text), ...elements(text), ...prose(text), ...columns(text)];
}

/** What each of these ways has: a flag, an element, a cookie, or one of the words that they begin with. */
const mayHold = /-[A-Za-z]|<|\t(?:TRUE|FALSE)\t|name|key|pass|pwd|secret|token|credential|[密口秘金令权權]/i;

/** How long a value may be. */
const longest = 1_024;

// `option --password requires an argument` is no command.
const flag =
  /(?<![\w-])--?([A-Za-z][\w-]{0,60})(\\?["']?,?\s{1,8}|\\?["'],)(?=[^\s-])(?!<<<)(?!(?:requires|takes|needs|expects) an? )/g;

function flags(text: string): Span[] {
  return [...matchesIn(text, flag)].flatMap((match) => {
    const secrecy = secrecyOf(match[1] ?? '');
    if (secrecy === 'none') return [];
    const from = match.index + match[0].length;
    return assignedValues(text, { from, leads: false, colon: false, query: false, longest }).filter((value) => {
      const raw = text.slice(value.start, value.end);
      return isSecretValue(raw, secrecy, value.quoted) && (value.quoted || !startsSentence(raw));
    });
  });
}

/** `aws_secret_access_key wJalr…`, as sentences and tables have it. */
function columns(text: string): Span[] {
  const pattern =
    /(?<![\w.-])([A-Za-z][A-Za-z0-9]{0,40}(?:[_-][A-Za-z0-9]{1,40}){1,6})[ \t]{1,8}([A-Za-z0-9][\w+/=.~-]{6,1022}[\w+/=])(?![\w(+/=~-])/g;
  return [...matchesIn(text, pattern)].flatMap(({ index, 0: whole, 1: name = '', 2: value = '' }) => {
    if (!isMachineMade(value) || !isSecretValue(value, secrecyOf(name), false)) return [];
    const end = index + whole.length;
    return [{ start: end - value.length, end }];
  });
}

/** `name: API_KEY, value: …` in one object, whichever way it is written. */
function pairs(text: string): Span[] {
  const pattern =
    /\b(?:name|key|Name|Key)\\?["']?\s{0,4}[=:]\s{0,4}\\?["']?([\w./-]{1,96})\\?["']?[,;\s]{1,64}(?:- )?\\?["']?(?:value|Value)\\?["']?\s{0,4}[=:]\s{0,4}/g;
  return [...matchesIn(text, pattern), ...matchesIn(text, /\bname="?([\w.-]{1,96})"?\r?\n\r?\n/g)].flatMap((match) => {
    const secrecy = secrecyOf(match[1] ?? '');
    const from = match.index + match[0].length;
    if (secrecy === 'none') return [];
    return assignedValues(text, { from, leads: false, colon: true, query: false, longest }).filter((value) =>
      isSecretValue(text.slice(value.start, value.end), secrecy, true),
    );
  });
}

/** `<password>…</password>` and `<entry key="password">…</entry>` do not put the value behind a separator of their own. */
function elements(text: string): Span[] {
  const pattern =
    /<([A-Za-z][\w:.-]{0,80})(\s[^<>]{0,200})?>(?:\s{0,80}<!\[CDATA\[((?:(?!\]\]>|<!\[CDATA\[)[\s\S]){1,4096})\]\]>|([^<]{1,4096})(?=<\/))/dg;
  return [...matchesIn(text, pattern)].flatMap((match) => {
    const range = match.indices?.[3] ?? match.indices?.[4];
    const value = (match[3] ?? match[4] ?? '').trim();
    // What has such a name on a page, and is a text, is written there for its reader.
    const named = /\s/.test(value) ? undefined : /\s(?:name|key)=["']([^"']{1,96})["']/.exec(match[2] ?? '')?.[1];
    const secret = [match[1], named].some((name = '') => isSecretValue(value, secrecyOf(name), true));
    if (range === undefined || !secret) return [];
    return [{ start: range[0], end: range[1] }];
  });
}

const chineseWords = '(?:密[码碼]|口令|[密秘金][钥鑰]|令牌|[权權]杖)';
const secretWords = `(?:passwords?|passwd|passphrase|pwd|secret|token|(?:api|access|encryption|signing|private|master)[ -]?key|credentials?|${chineseWords})`;
// Each of these is tried where such a word stands, so that a text is searched for the words once.
const header = '(?:x-(?:[a-z]{1,20}-){0,3})';
const wordInProse = new RegExp(String.raw`(?<![\w-])${header}?${secretWords}`, 'gi');
const quotedInProse = new RegExp(
  String.raw`${secretWords}(?:\s{1,4}(?:(?:is|was|of|for|provided|given)\s{1,4})?(?=\\?["'\`“‘「『«])|\s{0,4}(?:${chineseVerb})\s{0,4}(?=\\?["'\`“‘「『«])|(?=[“‘「『«]))`,
  'giy',
);
const beforeValue = new RegExp(String.raw`(?:\s+(?:is|was|of|for|provided|given)|\s*(?:${chineseVerb}))\s*$`, 'i');
const saidInProse = new RegExp(
  String.raw`${secretWords}\s{0,4}(?:\b(?:is|was|provided|given|used)\b|${chineseVerb})\s{0,4}:?\s{0,4}(?=[!-~])(?!["'\`])`,
  'giy',
);
// Whose it is may stand between: `password for user bob: `, `token (x) = `.
const whose = String.raw`\s(?:(?:for|of|für|de|пользователя)\s(?:[\w-]{1,20}\s){0,2}?["'\`«]?[\w.@/~:+-]{1,128}?["'\`»]?|\([\w.@ -]{1,64}\))\s?(?:[:=：]|is|was|ist|est|es)\s{1,2}(?=[!-~])`;
const whoseInProse = new RegExp(secretWords + whose, 'giy');
const whoseElsewhere = new RegExp(String.raw`(?<![\w-])(?:${elsewhere.password})${whose}`, 'gi');
const passwordElsewhere = new RegExp(elsewhere.password, 'i');
const noAlgorithm = String.raw`(?!(?:sha|md|base|utf|hs|rs|es|ps|argon|aes|des|rsa|hmac|v)-?\d{1,4}(?:[-_]?(?:bits?|gcm|cbc|ctr|ecb|id|url|hash|k|mb\d|with[a-z]{2,8}|(?:alpha|beta|rc)\d*))?(?![A-Za-z0-9]))`;
// Without a verb only what is no word: `with password hunter2`, `session token abc123 expired`.
const besideWord = new RegExp(
  String.raw`${header}?${secretWords}\s{1,4}(?!\([^()]{0,64}\))(?=${noAlgorithm}[\x21-\x7e]{0,40}\d)(?=[^\s"'\`]{6})(?=[^\s]{0,40}[A-Za-z])`,
  'giy',
);
// Without a blank, or in brackets, only what is no name either: `令牌Kw7pLm2Q已过期`, `密码（Kw7pLm2Q）错误`.
const besideName = new RegExp(
  String.raw`(?:${secretWords}\s{0,4}[（(](?=[!-'*-~]{5,512}[)）])|${chineseWords}(?=[!-~]))${noAlgorithm}`,
  'giy',
);
/** Formats, sizes and conditions: `(JWT/RS256)`, `(2048bits)`, `(length>=8)`. */
const remark = /^(?:[A-Z]+\/[A-Z]+\d*|\d{1,5}-?[a-z]+|[a-z_]+[<>]=?\d+)$/;
const netrc = /\blogin\s{1,8}\S{1,128}\s{1,8}password\s{1,8}(?=\S)/g;
// Flags of one letter mean a password to some commands, and a port or a path to others.
const passwordFlags =
  /(?:--[a-z-]{0,20}(?:password|token|secret|key)(?:-stdin)? <<< ?["']?|\b(?:(?:mysql|mysqldump|mysqladmin|mariadb|sshpass|mongo(?:sh|dump|restore|export|import)?|cqlsh|(?:docker|podman|buildah|skopeo|nerdctl|helm registry|oc|az) login)\b[^\n]{0,200}?[ "']-p(?!ort\b)(?:[ =]|["'],? ?["'])?|(?:redis|valkey)-cli\b[^\n]{0,200}? -a |(?:sqlcmd|bcp|unzip|zip)\b[^\n]{0,200}? -P[ =]?|ldap(?:search|modify|add|delete|passwd|whoami)\b[^\n]{0,200}? -w |openssl\b[^\n]{0,400}? -pass(?:in|out)? pass:|curl\b[^\n]{0,200}? -[A-Za-z]{0,8}[uU] ?["']?(?!https?:)[^\s:"'@/]{1,64}:|(?:https?|xhs?) [^\n]{0,200}?-a ["']?[^\s:"'@/]{1,64}:))(?=[^\s-])/g;

/** A line as Netscape's cookie files have it: what the last column holds is as good as a password. */
const cookieLine = /\t(?:TRUE|FALSE)\t\/\S{0,200}\t(?:TRUE|FALSE)\t\d{1,12}\t\S{1,200}\t(?=\S)/g;

/** What sentences and commands say without a separator: `password "x"`, `the token is x`, `login bob password x`. */
function prose(text: string): Span[] {
  const spans: Span[] = [];
  // A text may say the same word thousands of times.
  const named = new Map<string, boolean>();
  const isName = (words: string): boolean => {
    let known = named.get(words);
    if (known === undefined) named.set(words, (known = secrecyOf(words.replace(beforeValue, '').trim()) !== 'none'));
    return known;
  };
  let coveredTo = 0;
  for (const { index } of matchesIn(text, wordInProse)) {
    if (index < coveredTo) continue;
    const said = matchAt(text, quotedInProse, index)?.[0];
    const value = said === undefined ? undefined : quotedBehind(text, index, said, isName);
    if (value !== undefined) {
      spans.push(value);
      coveredTo = value.end;
    }
    for (const pattern of behindWord) {
      const match = matchAt(text, pattern, index);
      if (match !== null) spans.push(...told(text, match, pattern));
    }
  }
  for (const pattern of [...(passwordElsewhere.test(text) ? [whoseElsewhere] : []), ...alwaysSecret])
    for (const match of matchesIn(text, pattern)) spans.push(...told(text, match, pattern));
  return spans;
}

function matchAt(text: string, pattern: RegExp, index: number): RegExpExecArray | null {
  pattern.lastIndex = index;
  return pattern.exec(text);
}

function quotedBehind(text: string, index: number, said: string, isName: (words: string) => boolean): Span | undefined {
  const value = quotedAt(text, index + said.length);
  const before =
    text.charAt(index - 1) === ' ' ? (wordBefore.exec(text.slice(Math.max(0, index - 22), index))?.[0] ?? '') : '';
  const words = before + said;
  if (value === undefined || !isName(words)) return undefined;
  const raw = text.slice(value.start, value.end);
  const secrecy = /token|key|credential|secret|令牌|[密秘金][钥鑰]|[权權]杖/i.test(words) ? 'likely' : 'certain';
  // What the password is for, such as an address, is none.
  return !/\n|^\s*[:：,]\s*$|^[a-z]+:\/\//.test(raw) && isSecretValue(raw, secrecy, true) ? value : undefined;
}

const wordBefore = /(?<![\w-])\w{1,20} $/;
const alwaysSecret = [netrc, passwordFlags, cookieLine];
const behindWord = [saidInProse, whoseInProse, besideName, besideWord];

/** What stands behind a match, where it is a secret. */
function told(text: string, match: RegExpExecArray, pattern: RegExp): readonly Span[] {
  const secrecy = pattern === besideWord || alwaysSecret.includes(pattern) ? 'certain' : 'likely';
  const from = match.index + match[0].length;
  // What looks like a key is ASCII; Chinese goes on behind it without a blank, perhaps with the next one.
  const length = secrecy === 'likely' ? asciiLength(text, from) : longest;
  const values = assignedValues(text, { from, leads: false, colon: false, query: false, longest: length });
  return values.filter((value) => {
    const raw = text.slice(value.start, value.end);
    const bracketed = /[（(]$/.test(match[0]) && /\d/.test(raw) && /[A-Za-z]/.test(raw);
    if (!isSecretValue(raw, bracketed || isPasswordOf(match[0], raw) ? 'certain' : secrecy, false)) return false;
    if (pattern === besideName) return !remark.test(raw) && (bracketed || !canBeName(raw));
    if (pattern === besideWord) return !canBeName(raw) || !(isAlone(text, match) || /^x-/i.test(match[0]));
    return pattern !== whoseInProse || !errorCode.test(raw);
  });
}

const errorCode = /^[A-Z]{1,8}[-_]?\d{2,8}$/;

const isMixed = new RegExp(String.raw`^${noAlgorithm}(?=.*\d)(?=.*[A-Za-z]).{5}`, 'i');

/** Behind whose password it is even a short one is told by its digits. */
function isPasswordOf(said: string, value: string): boolean {
  return /^pass\w*\s(?:for|of)\s.*[:=]\s*$/is.test(said) && isMixed.test(value);
}

/** Whether a word stands in a line of its own, as in a list of names. */
function isAlone(text: string, { index, 0: word }: RegExpExecArray): boolean {
  return word.includes('\n') && /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, index - 64), index));
}

function asciiLength(text: string, from: number): number {
  return /^[!-~]*/.exec(text.slice(from, from + longest))?.[0].length ?? 0;
}
