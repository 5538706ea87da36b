import { nearestNames } from '../nearest.ts';
import { faultKinds, isFaultKind } from './catalogue.ts';
import { drawWalks, factsOf, kindsOfCode, pageOf, type KindPage } from './fault-page.ts';
import { textsOf, type Locale } from './locale/locale.ts';

/** What is known about a kind, a code or a word; plain data, fit for `--json`. */
export type Explanation =
  | { readonly found: 'kind'; readonly page: KindPage }
  | {
      readonly found: 'code';
      readonly code: number;
      readonly pages: readonly KindPage[];
      /** What others mean by the number. */
      readonly note?: string;
    }
  | { readonly found: 'nothing'; readonly query: string; readonly nearest: readonly string[] };

const maxNearest = 3;

/** Explains a kind, a JSON-RPC code (the minus sign may be missing) or an HTTP status. */
export function explain(query: string, locale: Locale): Explanation {
  const word = query.trim();
  const kind = word.toLowerCase().replaceAll(/[\s-]+/gu, '_');
  if (isFaultKind(kind)) return { found: 'kind', page: pageOf(kind, locale) };

  const digits = /^[-\u2212\u2013]?(\d{3,6})$/u.exec(word)?.[1];
  // HTTP statuses have three digits and no sign; all JSON-RPC codes have five, and one.
  const code = digits === undefined ? Number.NaN : Number(digits) * (digits.length === 3 ? 1 : -1);
  const pages = kindsOfCode(code).map((each) => pageOf(each, locale));
  const note = Object.entries(textsOf(locale).foreign).find(([number]) => number === String(code))?.[1];
  if (pages.length > 0 || note !== undefined)
    return { found: 'code', code, pages, ...(note !== undefined && { note }) };

  return { found: 'nothing', query: word.slice(0, 64), nearest: nearestNames(kind, faultKinds, maxNearest) };
}

/** Writes an explanation for a terminal. */
export function renderExplanation(explanation: Explanation, locale: Locale): string {
  const { page: labels } = textsOf(locale);
  switch (explanation.found) {
    case 'kind':
      return renderPage(explanation.page, locale);
    case 'code': {
      const { code, pages, note } = explanation;
      const intro = note === undefined ? [] : [`${code}: ${note}`];
      return [...intro, ...pages.map((page) => renderPage(page, locale))].join('\n\n');
    }
    case 'nothing':
      return labels.nothing(explanation.query, explanation.nearest);
    default:
      return explanation satisfies never;
  }
}

function renderPage(page: KindPage, locale: Locale): string {
  const { page: labels } = textsOf(locale);
  return [
    page.kind,
    `  ${page.message}`,
    `  ${page.advice}`,
    '',
    ...factsOf(page, locale).map(([name, value]) => `  ${name}${labels.colon}${value}`),
    '',
    `  ${labels.path}${labels.colon}`.trimEnd(),
    ...drawWalks(page, locale).map((way) => `    ${way}`),
  ].join('\n');
}
