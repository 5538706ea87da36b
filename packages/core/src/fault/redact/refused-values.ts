import { quotedAt } from './assigned-value.ts';
import { findForms } from './known-secrets.ts';
import { mayNameSecret, type Secrecy, secrecyOf } from './key-names.ts';
import { matchesIn } from './matches-in.ts';
import { isSecretValue } from './secret-value.ts';
import type { Span } from './span.ts';

const names = 'field|field_?name|param|parameter|property|attribute|path|loc|instancePath';
const values = 'value|input|received|(?:rejected|attempted|invalid)_?value|got|actual|instance';

/** Members that say which value a validator refused, and those that hold it. */
export const refusedNames = new RegExp(`^(?:name|key|${names})$`, 'i');
export const refusedValues = new RegExp(`^(?:${values})$`, 'i');
/** Members by which Ajv names the field; it tells much more before the value, which it calls `data`. */
export const pointers = /^(?:instancePath|dataPath|propertyName)$/;

const nameMember = String.raw`"(?:${names})"\s?:\s?(?:\[(?:"[^"\n]{0,64}",\s?){0,4})?"([^"\n]{1,128})"\]?`;
const valueMember = String.raw`"(?:${values})"\s?:\s?`;
const between = String.raw`,[^{}\n]{0,300}?`;

// Each ends where the refused value begins.
const nameFirst: readonly RegExp[] = [
  new RegExp(String.raw`${nameMember}${between}${valueMember}(?=")`, 'gi'),
  // Pydantic.
  /^[ \t]{0,8}([\w.-]{1,128})\n[^\n]{0,300}\[type=[\w.]{1,64}, input_value=(?=["'])/gm,
];
// Here it ends a sentence that begins with the name.
const sentenceFirst = /\b(?:with value|(?:invalid|bad|illegal|rejected) value|(?:but )?got|received):? (?=["'`])/g;
// And these behind it.
const valueFirst: readonly RegExp[] = [
  new RegExp(String.raw`${valueMember}"((?:[^"\\\n]|\\.){1,512})"${between}${nameMember}`, 'dgi'),
  /\bvalue:? ["'`]([^"'`\n]{1,512})["'`][^\n"'`]{0,40} (?:at path|for|of) (?:the )?(?:(?:parameter|argument|field|property|option|attribute) )?["'`]?-{0,2}([A-Za-z][\w.-]{0,95})/dgi,
];
// Spring.
const spring = /\bfield '([\w.]{1,96})': rejected value \[([^\]\n]{1,512})\]/dg;

const pointer = /\b(?:instancePath|dataPath|propertyName)["']?\s?:\s?["']([^"'\n]{1,128})["']/g;
const data = /[,\n]\s{0,80}["']?data["']?\s?:\s?(?=["'])/;
/** How much stands between them. */
const longestIssue = 2_048;
// Of jsonschema, which begins with the value.
const instance = /\bOn instance(?:\[\d{1,8}\]|\['[^'\n]{1,64}'\]){0,8}\['([^'\n]{1,128})'\]:\s{1,16}(?=["'])/g;

/** What a validator refused and tells again, where the field that it was for holds a secret. */
export function findRefusedValues(text: string): readonly Span[] {
  if (!/value|input|received|got|actual|instance|dataPath|propertyName/i.test(text)) return [];
  return [
    ...nameFirst.flatMap((pattern) =>
      [...matchesIn(text, pattern)].flatMap((match) => {
        const value = quotedAt(text, match.index + match[0].length, 512);
        return value !== undefined && isRefusedSecret(match[1], text.slice(value.start, value.end)) ? [value] : [];
      }),
    ),
    ...[...matchesIn(text, sentenceFirst)].flatMap((match) => {
      const said =
        text
          .slice(Math.max(0, match.index - 80), match.index)
          .split('\n')
          .at(-1) ?? '';
      if (!mayNameSecret(said)) return [];
      const value = quotedAt(text, match.index + match[0].length, 512);
      const isSecret = (name: string): boolean =>
        value !== undefined && isRefusedSecret(name, text.slice(value.start, value.end));
      return value !== undefined && said.match(/[A-Za-z][\w.]*/g)?.some(isSecret) === true ? [value] : [];
    }),
    ...valueFirst.flatMap((pattern) => told(text, pattern, 2, 1)),
    ...told(text, spring, 1, 2),
    ...pointedAt(text),
    ...instances(text),
  ];
}

/** `instancePath: '/password', …, data: '…'`. */
function pointedAt(text: string): readonly Span[] {
  const found = [...matchesIn(text, pointer)];
  return found.flatMap((match, index) => {
    const from = match.index + match[0].length;
    const issue = text.slice(from, Math.min(found[index + 1]?.index ?? text.length, from + longestIssue));
    const held = secrecyOfPlace(match[1] ?? '') === 'none' ? null : data.exec(issue);
    if (held === null) return [];
    const value = quotedAt(text, from + held.index + held[0].length, 512);
    return value !== undefined && isRefusedSecret(match[1], text.slice(value.start, value.end)) ? [value] : [];
  });
}

/** `'…' is too short`, many lines before `On instance['password']:`, and again behind it. */
function instances(text: string): readonly Span[] {
  const found = [...matchesIn(text, instance)];
  return found.flatMap((match, index) => {
    const value = quotedAt(text, match.index + match[0].length, 512);
    if (value === undefined || !isRefusedSecret(match[1], text.slice(value.start, value.end))) return [];
    const quoted = text.slice(value.start - 1, value.end + 1);
    const from = Math.max(found[index - 1]?.index ?? 0, match.index - longestIssue);
    const before = findForms(text.slice(from, match.index), [quoted]);
    return [value, ...before.map(({ start, end }) => ({ start: from + start + 1, end: from + end - 1 }))];
  });
}

function told(text: string, pattern: RegExp, name: number, value: number): readonly Span[] {
  return [...matchesIn(text, pattern)].flatMap((match) => {
    const range = match.indices?.[value];
    if (range === undefined || !isRefusedSecret(match[name], match[value] ?? '')) return [];
    return [{ start: range[0], end: range[1] }];
  });
}

/** Parsers refuse tokens and keys of another sort. */
function isRefusedSecret(name = '', value: string): boolean {
  return isSecretValue(value, /^(?:tokens?|keys?|secrets?)$/i.test(name) ? 'likely' : secrecyOfPlace(name), true);
}

/** What the last name of a path says. */
export function secrecyOfPlace(place: string): Secrecy {
  return secrecyOf(place.split(/[./[\]]/).findLast((name) => name !== '') ?? '');
}
