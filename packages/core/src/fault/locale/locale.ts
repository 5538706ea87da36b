import { en } from './en.ts';
import type { Texts } from './texts.ts';
import { zh } from './zh.ts';

/** The languages that people and models are spoken to in. */
export type Locale = 'en' | 'zh';

/** The locales, for a configuration's schema and for `--help`. */
export const locales: readonly Locale[] = ['en', 'zh'];

const texts: Readonly<Record<Locale, Texts>> = { en, zh };

/** All texts of a language. */
export function textsOf(locale: Locale): Texts {
  return texts[locale];
}
