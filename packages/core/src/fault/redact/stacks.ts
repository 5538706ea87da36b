import { skipString } from '../../json-scan.ts';
import {
  inlineFrames,
  isFrame,
  isSubordinate,
  isTellingFrame,
  separatesGroup,
  startsTraceback,
  withoutInlineTracebacks,
} from './stack-frames.ts';

/** Takes stack traces and excerpts of source code out of a text and leaves the sentence of the exception. */
export function withoutStacks(text: string): string {
  if (!mayHoldStack.test(text)) return text;
  const lines = withoutExcerpts(withoutInlineTracebacks(withoutBars(unescapedLines(withinStrings(text)))).split('\n'));
  const kept = lines.some(isTellingFrame) ? withoutFrames(lines) : lines;
  const left = withoutOrigin(kept.join('\n')).replace(inlineFrames, '');
  return left === text ? text : left.trim();
}

/** What each frame, excerpt and origin has. */
const mayHoldStack =
  /[:("'#^~>→\\]|thrown in|Un(?:caught|handled) |Exception|Error|Throwable|Failure|\.(?:php|phtml|inc)/;

function withoutFrames(lines: readonly string[]): readonly string[] {
  const kept: string[] = [];
  let inside = false;
  let traceback = false;
  let first = 0;
  for (const line of lines) {
    if (separatesGroup(line)) {
      // The exceptions of a group are side by side.
      first = kept.length;
      traceback = false;
    } else if (startsTraceback(line)) {
      // Several in a row lead to the last exception, which is the one that was raised.
      if (traceback) kept.length = first;
      traceback = inside = true;
    } else if (isFrame(line)) {
      inside = true;
    } else if (!inside || !isSubordinate(line)) {
      kept.push(line);
    }
  }
  return kept;
}

const arrow = /^\s{0,12}[>→]\s{0,4}\d{1,7}\s{0,2}[|│]/;
const numbered = /^\s{0,12}(?:[>→]\s{0,4})?\d{1,7}\s{0,2}[|│]|^\s{0,12}[|│]/;
// A ruler of tildes in the first column is a heading's or a fence.
const caret = /^(?=\s|[^^\n]{0,2000}\^)\s{0,2000}(?:\d{0,7} ?[|│]\s{0,2000})?[\^~]{1,400}\s{0,8}$/;
const place = /^\s{0,4}(?:node:[\w/]{1,200}|(?:[A-Za-z]:)?[^\s:]{1,1024}\.\w{1,8}):\d{1,7}(?::\d{1,7})?$/;

/** Source code around the line of an error: numbered lines with an arrow at one, or a line with a caret below. */
function withoutExcerpts(lines: readonly string[]): readonly string[] {
  if (!lines.some((line) => /[\^~>→]/.test(line))) return lines;
  const arrows = lines.some((line) => arrow.test(line));
  return lines.filter((line, index) => {
    if (caret.test(line) || (arrows && numbered.test(line))) return false;
    const marked = caret.test(lines[index + 1] ?? '');
    const placed = place.test(line) && caret.test(lines[index + 2] ?? '');
    return !placed && !(marked && (/^\s/.test(line) || place.test(lines[index - 1] ?? '')));
  });
}

/** Python draws a bar in front of each line of a group of exceptions. */
function withoutBars(text: string): string {
  return text.includes('Exception Group Traceback') ? text.replace(/^[ \t]{1,80}\|(?: |$)/gm, '') : text;
}

const escapedFrame = /\\n(?:\s|\\t){0,40}(?:\| {1,3})?(?:at |File \\?"|from |#\d|goroutine |\d{1,4}: |Traceback)/;

/** A stack that is the value of a member: what is left of it stays a string. */
function withinStrings(text: string): string {
  if (!escapedFrame.test(text)) return text;
  let result = '';
  let copied = 0;
  for (let start = text.indexOf('"'); start >= 0;) {
    const end = skipString(text, start);
    // Behind a quote that is never closed there is no string any more.
    if (end < 0) break;
    const raw = text.slice(start, end);
    if (escapedFrame.test(raw)) {
      result += text.slice(copied, start) + JSON.stringify(withoutStacks(String(JSON.parse(raw))));
      copied = end;
    }
    start = text.indexOf('"', end);
  }
  return result + text.slice(copied);
}

/** Elsewhere (a `repr`, a log line) line ends that are escapes are read as line ends where frames follow them. */
function unescapedLines(text: string): string {
  if (!escapedFrame.test(text)) return text;
  return text.replace(/(?:\\r)?\\n/g, '\n').replace(/\\t/g, '\t');
}

const mayTellOrigin =
  /Exception|Error|Throwable|Failure|thread '|error:|\.(?:php|phtml|inc)|\.rb:|Un(?:caught|handled) |-> \(Inner | object at 0x/;

/** Takes from an exception's first line where and by whom it was raised, and the packages of its class. */
function withoutOrigin(text: string): string {
  if (!mayTellOrigin.test(text)) return text;
  return text
    .replace(/\bException in thread "[^"\n]{0,200}" /g, '')
    .replace(
      /\bthread '[^'\n]{0,200}'(?: \(\d{1,12}\))? panicked at '([^\n]{0,2000})', [^\s:]{1,1024}:\d{1,7}:\d{1,7}/g,
      '$1',
    )
    .replace(/\bthread '[^'\n]{0,200}'(?: \(\d{1,12}\))? panicked at [^\s:]{1,1024}:\d{1,7}:\d{1,7}:\n?/g, '')
    .replace(/\b(?:PHP )?(?:Fatal|Parse|Recoverable fatal) error:\s{1,4}(?:Uncaught )?/g, '')
    .replace(
      /(?: {1,4}thrown)? in (?=[^\s:]{0,1024}[/\\])[^\s:]{1,1024}\.(?:php|phtml|inc)(?::| on line )\d{1,7}(?=$|[\s.,;])/gm,
      '',
    )
    .replace(/^[^\s:]{1,1024}\.rb:\d{1,7}:in [`'][^'\n]{1,200}': /gm, '')
    .replace(/^(?:Unhandled exception\. |Unhandled Exception: |Uncaught (?=[A-Z]\w{0,80}(?:Error|Exception)\b))/gm, '')
    .replace(/(?<![\w.$])(?:[a-z_]\w{0,40}\.){1,10}(?=[A-Z]\w{0,80}(?:Exception|Error|Throwable|Failure)\b)/g, '')
    .replace(/(?<![\w.$])(?:[A-Z]\w{1,40}\.){1,10}(?=[A-Z]\w{0,80}Exception\b)/g, '')
    .replace(/ -{3}> (?:\(Inner |[\w.`]{1,200}(?:Exception|Error)\b)[^\n]{0,2000}/g, '')
    .replace(/<[\w.]{1,200} object at 0x[0-9a-f]{4,16}>/g, '[internal]');
}
