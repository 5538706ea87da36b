import type { Locale } from '../locale/locale.ts';
import { maskDeep } from './deep.ts';
import { createExactMask } from './exact.ts';
import { withoutNamedHost } from './hosts.ts';
import { withoutInternals } from './internals.ts';
import { visibleText } from './invisible.ts';
import { type Secrecy, secrecyOf } from './key-names.ts';
import { type KnownSecret, KnownSecrets } from './known-secrets.ts';
import { phrasesOf } from './phrases.ts';
import { findSecrets } from './secrets.ts';
import type { SignInContext } from './sign-in.ts';
import { replaceSpans, type Span } from './span.ts';
import { createStreamMask, type StreamMask } from './stream.ts';

/**
 * How much is taken out. `secrets`: credentials alone, for the log and every other sink. `strict`: internals, control
 * characters and binary data as well, for whatever reaches a peer in an error.
 */
export type RedactionLevel = 'secrets' | 'strict';

/** A masked text, and how many secrets were masked in it. */
export interface Redacted {
  readonly text: string;
  readonly count: number;
}

/** Masks texts and data at the two levels. Always before anything is cut: half a secret is no longer recognised. */
export interface Redactor {
  /** Masks credentials: known values in every form, and what shows by shape, name or place that it is one. */
  secrets(text: string): Redacted;
  /**
   * Masks credentials, then takes out internals: stacks, paths, queries and drivers' texts, addresses, binary data.
   *
   * @param context What the text is about, where that is known.
   */
  strict(text: string, context?: SignInContext): Redacted;
  /** One or the other. */
  redact(text: string, level: RedactionLevel): Redacted;
  /**
   * Masks, in the JSON text of a success, the values of 12 characters and more that our configuration names, and
   * nothing else; returns the same string where there are none.
   */
  exact(json: string): string;
  /** Masks a copy of JSON data, such as the `data` of an error: in names, in strings, and whole under secret names. */
  deep(value: unknown, level: RedactionLevel): { readonly value: unknown; readonly count: number };
  /** Masks neighbouring blocks of text, in which a secret may begin in one and end in the next. */
  blocks(
    texts: readonly string[],
    level: RedactionLevel,
  ): { readonly texts: readonly string[]; readonly count: number };
  /**
   * Makes a mask for a text that arrives in pieces, such as the stderr of a child.
   *
   * @param level `secrets` where absent: a stream goes to the log.
   */
  stream(level?: RedactionLevel): StreamMask;
}

/** Options of {@link createRedactor}. */
export interface RedactorOptions {
  /**
   * The language of the sentences that stand for what a peer may not read.
   *
   * @default 'en'
   */
  readonly locale?: Locale;
}

const mask = '[redacted]';
/** What is remembered of one piece of data that is masked: texts up to this length, and this many. */
const longestRemembered = 64;
const mostRemembered = 10_000;

/** Makes a redactor that knows these secrets. It holds no state between calls. */
export function createRedactor(secrets: readonly KnownSecret[], options: RedactorOptions = {}): Redactor {
  const { locale = 'en' } = options;
  const known = new KnownSecrets(secrets);
  const phrases = phrasesOf(locale);

  const redactor: Redactor = {
    secrets: maskSecrets,
    strict(text, context) {
      // What nobody sees goes first: a colour code inside of a token would hide it.
      const masked = maskSecrets(visibleText(text));
      return { text: withoutInternals(masked.text, phrases, context), count: masked.count };
    },
    redact: (text, level) => (level === 'strict' ? redactor.strict(text) : redactor.secrets(text)),
    exact: createExactMask(secrets, mask),
    deep(value, level) {
      let count = 0;
      // Rows repeat the names of their members, and many a value.
      const seen = new Map<string, Redacted>();
      const names = new Map<string, Secrecy>();
      const masked = maskDeep(value, {
        mask,
        isKnown: (text) => known.has(text),
        replaced: () => count++,
        secrecy(name) {
          let secrecy = names.get(name);
          if (secrecy === undefined) {
            secrecy = secrecyOf(name);
            if (name.length <= longestRemembered && names.size < mostRemembered) names.set(name, secrecy);
          }
          return secrecy;
        },
        member: (name, member, beside) => (level === 'strict' ? withoutNamedHost(name, member, beside) : member),
        text(text) {
          let result = seen.get(text);
          if (result === undefined) {
            result = known.has(text) ? { text: mask, count: 1 } : redactor.redact(text, level);
            if (text.length <= longestRemembered && seen.size < mostRemembered) seen.set(text, result);
          }
          count += result.count;
          return result.text;
        },
        texts(texts) {
          const result = redactor.blocks(texts, level);
          count += result.count;
          return result.texts;
        },
      });
      return { value: masked, count };
    },
    blocks(texts, level) {
      if (level === 'secrets') return maskBlocks(texts);
      const masked = maskBlocks(texts.map(visibleText));
      return { texts: blocksWithoutInternals(masked.texts), count: masked.count };
    },
    stream(level = 'secrets') {
      return createStreamMask(known, mask, (text) => {
        const shown = redactor.redact(text, level).text;
        return text.endsWith('\n') && shown !== '' && !shown.endsWith('\n') ? `${shown}\n` : shown;
      });
    },
  };
  return redactor;

  function maskSecrets(text: string): Redacted {
    const spans = findSecrets(text, known);
    return spans.length === 0 ? { text, count: 0 } : { text: replaceSpans(text, spans, mask), count: spans.length };
  }

  /** A stack that comes a line a block shows as one only when it is read whole; then it is told in the first block. */
  function blocksWithoutInternals(texts: readonly string[]): readonly string[] {
    const apart = texts.map((text) => withoutInternals(text, phrases));
    if (texts.length < 2) return apart;
    const together = withoutInternals(texts.join('\n'), phrases);
    return bare(apart.join('')) === bare(together) ? apart : texts.map((_text, index) => (index === 0 ? together : ''));
  }

  /** The blocks are read as lines of one text: what may be broken by a line end may be broken by the end of a block. */
  function maskBlocks(texts: readonly string[]): { texts: readonly string[]; count: number } {
    const spans = findSecrets(texts.join('\n'), known);
    let offset = 0;
    let next = 0;
    const masked = texts.map((text) => {
      const start = offset;
      offset += text.length + 1;
      while ((spans[next]?.end ?? Infinity) <= start) next++;
      const first = next;
      // The last one may go on in the next block.
      while ((spans[next]?.end ?? Infinity) <= offset) next++;
      return maskBlock(text, start, spans.slice(first, next + 1));
    });
    return { texts: masked, count: spans.length };
  }
}

function bare(text: string): string {
  return text.replace(/\s+/g, '');
}

function maskBlock(text: string, offset: number, spans: readonly Span[]): string {
  let result = '';
  let at = 0;
  for (const span of spans) {
    const start = Math.max(span.start - offset, 0);
    const end = Math.min(span.end - offset, text.length);
    if (end <= start) continue;
    // A secret that began in the block before has its mask there.
    result += text.slice(at, start) + (span.start >= offset ? mask : '');
    at = end;
  }
  return result + text.slice(at);
}
