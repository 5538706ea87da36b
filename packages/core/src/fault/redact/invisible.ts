const escape = '\\u001b';

const terminalSequences = [
  // Colours, cursor movements and the like.
  `(?:${escape}\\[|\\u009b)[0-?]{0,64}[ -/]{0,8}[@-~]?`,
  // Window titles, hyperlinks and device strings, up to their terminator.
  `${escape}[\\]PX^_][^\\u001b\\u0007\\n]{0,4096}(?:\\u0007|${escape}\\\\)`,
  `${escape}[ -/]{0,8}[0-~]?`,
];

/**
 * Terminal sequences, control characters other than tab and line ends, and characters without width or that reorder
 * text. Joiners and variation selectors stay: emoji and several scripts need them.
 */
export const invisible = new RegExp(
  [
    ...terminalSequences,
    '[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]+',
    '[\\u00ad\\u061c\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u2069\\ufeff\\u{e0000}-\\u{e007f}]+',
  ].join('|'),
  'gu',
);

/** Only what can be shown, well formed: a lone half of a surrogate pair becomes U+FFFD. */
export function visibleText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(invisible, '').toWellFormed();
}
