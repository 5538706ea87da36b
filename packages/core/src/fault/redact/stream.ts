import type { KnownSecrets } from './known-secrets.ts';
import { mayNameSecret } from './key-names.ts';
import { isPemLine, openPemAt } from './pem.ts';
import { findSecrets } from './secrets.ts';
import { replaceSpans } from './span.ts';

/** Masks a text that arrives in pieces cut anywhere, such as the stderr of a child. */
export interface StreamMask {
  /** Takes the next piece and returns what can be shown by now: whole lines, as far as no secret may go on in the next. */
  push(chunk: string): string;
  /** Returns the rest; what comes after it begins anew. */
  end(): string;
}

/** Longest line that is waited for, and longest secret that spans lines, in characters. */
const longestHeld = 65_536;
const longestPiece = 16_384;
/** What of a line that is too long is kept back, so that a secret in it is still seen whole. */
const overlap = 8_192;
/** How much of what was shown is read again, for the names that values in the next lines stand below. */
const longestContext = 1_024;

/** Makes a mask for one stream; `show` masks what is known to hold no cut secret. */
export function createStreamMask(known: KnownSecrets, mask: string, show: (text: string) => string): StreamMask {
  let held = '';
  // A private key is open: its lines are dropped until it ends.
  let insidePem = false;
  // A secret is longer than what may be held: dropped up to the end of its line.
  let insideValue = false;
  let context = '';

  return {
    push(chunk) {
      let shown = '';
      // In pieces, so that a secret that is too long to hold is seen to begin before its end has gone by.
      for (let at = 0; at < chunk.length; at += longestPiece) {
        held += chunk.slice(at, at + longestPiece);
        shown += drain();
      }
      return shown;
    },
    end() {
      const shown = drain();
      const rest = insidePem || insideValue ? '' : showBehind(held);
      held = context = '';
      insidePem = insideValue = false;
      return shown + rest;
    },
  };

  function showBehind(text: string): string {
    const shown = show(context === '' ? text : maskBehind(context, text));
    context = contextIn(context + text);
    return shown;
  }

  function maskBehind(before: string, text: string): string {
    const spans = findSecrets(before + text, known)
      .map(({ start, end }) => ({ start: Math.max(start - before.length, 0), end: end - before.length }))
      .filter(({ end }) => end > 0);
    return replaceSpans(text, spans, mask);
  }

  function drain(): string {
    let shown = '';
    for (;;) {
      if (insidePem && !leavePem()) return shown;
      if (insideValue && !leaveValue()) return shown;
      const cut = safeLength(held, known);
      shown += showBehind(held.slice(0, cut));
      held = held.slice(cut);
      const pem = openPemAt(held);
      if (pem >= 0 && held.includes('\n', pem)) {
        shown += showBehind(held.slice(0, pem)) + mask;
        held = held.slice(pem);
        insidePem = true;
        // The mark itself, and what follows it on its line.
        held = held.slice(held.indexOf('\n') + 1);
        continue;
      }
      if (held.length <= longestHeld) return shown;
      const start = findSecrets(held, known).at(-1)?.start ?? 0;
      shown += showBehind(held.slice(0, start)) + mask;
      held = held.slice(start);
      insideValue = true;
    }
  }

  /** Drops the lines of a key; false where all that has come belongs to it. */
  function leavePem(): boolean {
    for (;;) {
      const lineEnd = held.indexOf('\n');
      const close = /-{4,5} ?END [A-Z0-9 ]{1,40}?-{4,5}/.exec(lineEnd < 0 ? held : held.slice(0, lineEnd));
      if (close !== null) {
        held = held.slice(close.index + close[0].length);
        insidePem = false;
        return true;
      }
      if (lineEnd < 0) {
        if (held.length > longestHeld) held = held.slice(-256);
        return false;
      }
      if (!isPemLine(held.slice(0, lineEnd).replace(/\r$/, ''))) {
        insidePem = false;
        held = `\n${held}`;
        return true;
      }
      held = held.slice(lineEnd + 1);
    }
  }

  function leaveValue(): boolean {
    const end = held.search(/[\r\n]/);
    if (end < 0) {
      held = '';
      return false;
    }
    held = held.slice(end);
    insideValue = false;
    return true;
  }
}

/** The last lines, from the first of them that names a secret. */
function contextIn(text: string): string {
  const recent =
    text.length <= longestContext ? text : text.slice(text.indexOf('\n', text.length - longestContext) + 1);
  if (recent.length > longestContext || !mayNameSecret(recent)) return '';
  const lines = recent.split('\n');
  return lines.slice(lines.findIndex(mayNameSecret)).join('\n');
}

/** How much of a text can be shown, whatever comes next. */
function safeLength(text: string, known: KnownSecrets): number {
  const lines = text.lastIndexOf('\n') + 1;
  // A line without end is cut where room is left for all that may surround a secret.
  let cut = text.length - lines > longestHeld ? text.length - Math.max(overlap, 2 * known.longest) : lines;
  if (cut <= 0) return 0;

  const unfinished = known.unfinishedAt(text);
  if (unfinished >= 0) cut = Math.min(cut, unfinished);
  const pem = openPemAt(text);
  if (pem >= 0) cut = Math.min(cut, pem);
  for (const span of findSecrets(text, known).toReversed()) {
    // A key that ends with the last line may go on in the next.
    const mayGoOn = text.slice(span.end).trim() === '' || span.end > cut;
    if (mayGoOn && span.start < cut) cut = span.start;
  }
  // Whoever judges a value needs the name in front of it: cut between lines, or well before.
  const lineStart = text.lastIndexOf('\n', cut - 1) + 1;
  return lineStart > 0 || cut === 0 ? lineStart : Math.max(0, cut - 512);
}
