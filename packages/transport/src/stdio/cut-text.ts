// Passwords hold any mark but those that end a value.
const wordCharacter = /[^\s"'`<>{}[\],;]/;

/** How far back a cut may move to spare a word. */
const spareCharacters = 512;

/**
 * Cuts a text for keeping. A word that the cut would split goes altogether, since the first half of a secret is not
 * recognised by a redactor; the result holds on to nothing of the text.
 */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const most = maxLength - 1;
  let end = most;
  while (end > 0 && most - end < spareCharacters && isInsideWord(text, end)) end--;
  if (isInsideWord(text, end)) end = most;
  if (isHighSurrogate(text.charCodeAt(end - 1))) end--;
  // A slice of a string keeps the whole string alive; going through bytes makes a text of its own.
  return `${Buffer.from(text.slice(0, end)).toString()}…`;
}

function isInsideWord(text: string, at: number): boolean {
  return at > 0 && wordCharacter.test(text.charAt(at - 1)) && wordCharacter.test(text.charAt(at));
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
