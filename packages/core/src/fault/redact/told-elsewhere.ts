import { assignedValues } from './assigned-value.ts';
import { elsewhere, isSentenceElsewhere, letters } from './languages.ts';
import { matchesIn } from './matches-in.ts';
import { isMachineMade, isSecretValue } from './secret-value.ts';
import type { Span } from './span.ts';

const longest = 1_024;
const words = `(?:(${elsewhere.password})|${elsewhere.key})`;
const mayTell = new RegExp(words, 'i');
const opening = String.raw`(?=[!-~«„“‘「『])`;
// The name of a member closes its quote first; behind a verb, or at once, what is in quotes needs no separator,
// nor what nobody takes for a word.
const told = new RegExp(
  String.raw`(?<![A-Za-z${latin()}])${words}(?:\\{0,3}["'\`]?\s{0,4}(?:=>?|[:：])\s{0,4}|\s{0,4}(?:${elsewhere.is})\s{0,4}:?\s{0,4}|\s{0,4}(?=[«“「『])|(?<beside>\s{1,4}(?=\S{0,40}\d)))${opening}`,
  'gi',
);

function latin(): string {
  return letters.slice(0, letters.indexOf(String.raw`\u0590`));
}

/** What a text in one of many languages tells: `Kennwort: …`, `la contraseña es …`, `パスワードは「…」`. */
export function findToldElsewhere(text: string): readonly Span[] {
  if (!mayTell.test(text)) return [];
  return [...matchesIn(text, told)].flatMap((match) => {
    const assignment = { from: match.index + match[0].length, leads: false, colon: true, query: false };
    // Other scripts go on behind a value without a blank.
    const word = /^[!-~]{0,1024}/.exec(text.slice(assignment.from, assignment.from + longest))?.[0] ?? '';
    if (match.groups?.['beside'] !== undefined && !isMachineMade(word.replace(/[.,;:!?)]+$/, ''))) return [];
    return assignedValues(text, { ...assignment, longest: Math.max(word.length, 1) }).filter((value) => {
      const raw = text.slice(value.start, value.end).trim();
      const isGiven = value.quoted || /=/.test(match[0]);
      if (isSentenceElsewhere(raw) || (isGiven && /\s/.test(raw))) return false;
      return isSecretValue(raw, match[1] === undefined ? 'likely' : 'probable', isGiven);
    });
  });
}
