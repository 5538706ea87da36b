/**
 * One call on the way to an error, as each language prints it. Each pattern is anchored at both ends of a line and has
 * no two open-ended repetitions in a row.
 */
const telling: readonly RegExp[] = [
  // JavaScript: `at f (file:1:2)`, `at file:1:2`, where a file is no hour; Firefox and Safari: `f@file:1:2`.
  /^\s{0,40}at (?=\S)(?=[^\n]{0,1500}(?:[/\\]|\.[A-Za-z]\w{0,6}:\d|<anonymous>|\[eval|\bREPL\d{0,4}:|\brepl:|node:))[^\n]{1,1500}?(?<![\sT(]\d{1,2}):\d{1,7}:\d{1,7}\)?[,;]?(?: \{)?$/,
  /^[\w$.<>/*[\]]{0,120}@(?:https?|file|webpack|moz-extension|app|\[native)[^\s]{1,1024}:\d{1,7}$/,
  // Java, Kotlin, Scala: `at a.b.C.d(C.java:1)`.
  /^\s{1,40}at (?:[\w.$-]{1,64}\/{1,2}){0,3}(?=[^\n(.]{1,300}\.)[\w.$/@<>\u00c0-\u024f]{1,300}\([^()\n]{0,200}\)(?: ~?\[[^\]\n]{0,200}\])?$/,
  // Python: `File "a.py", line 1, in f`, groups of exceptions with a bar in front.
  /^(?:\s{0,40}[|+]?\s{0,8}File "[^"\n]{1,1024}", line \d{1,9}, in [\w<>.]{1,200}|\s{1,40}File "[^"\n]{1,1024}", line \d{1,9})$/,
  // Go: `goroutine 1 [running]:`.
  /^goroutine \d{1,12}(?: gp=\S{1,40} m=\S{1,40}(?: mp=\S{1,40})?)? \[[^\]\n]{1,100}\]:$/,
  // .NET: `at A.B(String x) in /src/a.cs:line 1`.
  /^\s{2,40}at (?=[^\n(.]{1,300}\.)(?:[\w.`<>+|$&]|\[[\w.,`+& ]{1,200}\]){1,300}\([^()\n]{0,400}\)(?: in [^\n]{1,1024}:line \d{1,7})?$/,
  // Rust: `stack backtrace:`.
  /^stack backtrace:$/,
  // PHP: `#0 /a.php(1): f()`.
  /^\s{0,8}#\d{1,5} (?:[^\n]{0,1024}?(?:[/\\][^\s()/\\]{1,255}|\.php)\(\d{1,7}\): [^\n]{1,400}|\{main\}|\[internal function\]: [^\n]{1,400})$/,
  /^\s{0,8}thrown in [^\n]{1,1024}? on line \d{1,7}$/,
  // Ruby: `from a.rb:1:in 'f'`; Elixir: `(app 1.0) lib/a.ex:1: A.b/1`.
  /^\s{0,8}(?:\d{1,5}: )?from [^\s:]{1,1024}:\d{1,7}:in [^\n]{1,200}$/,
  /^\s{0,8}[^\s:]{1,1024}\.(?:rb|erb|rake|ru):\d{1,7}:in [`'][^'\n]{1,200}'$/,
  /^\s{1,8}(?:\([\w .-]{1,60}\) )?[^\s:]{1,400}\.(?:exs?|erl):\d{1,7}: [\w.:/&!?-]{1,200}$/,
];

// These could stand in any text: they count only beside one of the others.
const accompanying: readonly RegExp[] = [
  /^\s{0,40}at (?:async )?(?:new )?[\w$.<>[\]# ]{1,200} \([^()\n]{1,400}\)$/,
  /^\s{0,40}at (?:async )?(?:file|node|https?|webpack|data|blob|evalmachine)[:.][^\s]{0,1024}$/,
  /^\s{0,40}\.{3} \d{1,6} (?:more|common frames omitted|lines? matching)[^\n]{0,80}$/,
  /^\s{0,40}\[Previous line repeated \d{1,9} more times?\]$/,
  /^\t?[\w.$/*()[\]·{}%\-~@]{1,300}\([^\n]{0,300}\)(?: in goroutine \d{1,9})?$/,
  /^\s{1,8}[^\s:]{1,1024}\.(?:go|s|c|cc):\d{1,7}(?: \+0x[0-9a-f]{1,16})?$/,
  /^created by [\w.$/*()-]{1,300}(?: in goroutine \d{1,12})?$/,
  /^(?:exit status \d{1,3}|\[signal \w{1,20}[^\n]{0,200}\])$/,
  /^\s{0,40}-{3,} ?End of (?:stack trace from previous location|inner exception stack trace)[^\n]{0,80}$/,
  /^\s{0,8}\d{1,4}: +(?:0x[0-9a-f]{1,16} - )?[\w<>:{}$&,#*'()[\] -]{1,400}$/,
  /^\s{8,24}at [^\s]{1,1024}:\d{1,7}(?::\d{1,7})?$/,
  /^note: (?:run with|Some details are omitted)[^\n]{0,200}$/,
  /^\s{0,8}(?:\d{1,5}: )?from [^\s:]{1,1024}:\d{1,7}$/,
  // What stands around frames and says nothing on its own.
  /^\s{0,8}(?:Traceback \(innermost last\):|(?:Stack ?trace|Backtrace|Call stack|\[stacktrace\])\s?:?|During handling of the above exception, another exception occurred:|The above exception was the direct cause of the following exception:|Caused by:|\d{1,3}:|\+-\+-{2,}[^\n]{0,80}|\(Use `node --trace[^\n]{0,120})\s{0,8}$/,
  // A place that is a line of its own.
  /^\s{0,4}(?:node:[\w/]{1,200}|(?:[A-Za-z]:)?[^\s:]{1,1024}\.\w{1,8}):\d{1,7}(?::\d{1,7})?$/,
];

const tracebackStart = /Traceback \(most recent call last\):\s*$/;
// Below the first frame: source lines, the properties of the error, nested causes.
const subordinate = /^\s|^$|^[}\])]|^(?:Caused by|Suppressed)\b|^Node\.js v\d/;

/** Whether a line by itself shows that a stack is printed around it. */
export function isTellingFrame(line: string): boolean {
  return telling.some((frame) => frame.test(line)) || tracebackStart.test(line);
}

/** Whether a line is part of a stack, given that there is one. */
export function isFrame(line: string): boolean {
  return telling.some((frame) => frame.test(line)) || accompanying.some((frame) => frame.test(line));
}

/** Whether a line opens one of Python's stacks, whose exception comes last. */
export function startsTraceback(line: string): boolean {
  return tracebackStart.test(line);
}

/** Whether a line stands between the exceptions of one of Python's groups, or ends it. */
export function separatesGroup(line: string): boolean {
  return /^\s{0,80}\+(?:-\+)?-{12,40}(?: (?:\d{1,6}|\.{3}) -{12,40})?\s{0,8}$/.test(line);
}

/** Whether a line below a frame belongs to it or to the error that was printed. */
export function isSubordinate(line: string): boolean {
  return subordinate.test(line);
}

const dotNetParameter = String.raw`[\w$\`.<>[\],&*]{1,120} [\w$@]{1,60}`;

/** Calls in the middle of a line: ` at f (/a.js:1:2) at g (/b.js:3:4)`. */
export const inlineFrames = new RegExp(
  [
    String.raw` at (?:async |new )?(?:[\w$.<>[\]#]{1,120}(?: \[as [\w$.]{1,60}\])? )?\((?:[^()\s]{1,400}:\d{1,7}:\d{1,7}|native|<anonymous>|index \d{1,6}|[\w$.]{1,80}\.(?:java|kt|scala|groovy):\d{1,7}|Native Method|Unknown Source)\)`,
    String.raw` at (?:async )?(?:file:\/\/|node:|\/|[A-Za-z]:\\)[^()\s]{1,400}:\d{1,7}:\d{1,7}`,
    String.raw` at (?:[\w.$-]{1,64}\/{1,2}){0,3}(?:[\w$]{1,60}\.){1,12}[\w$<>]{1,60}\([\w$.]{1,80}(?::\d{1,7})?\)`,
    // .NET: with the place of its source, or where the next call or nothing follows.
    String.raw` at (?:[\w$\`<>]{1,80}(?:\[[\w,. ]{1,80}\])?\.{1,2}){1,12}(?:[A-Z<][\w$\`<>]{0,80}|c?ctor|[gs]et_\w{1,80})(?:\[[\w,. ]{1,80}\])?\((?:${dotNetParameter}(?:, ${dotNetParameter}){0,16})?\)(?: in [^\n]{1,400}?:line \d{1,7}|(?=\s{0,8}(?:at [\w$\`<]|-{3}|\n|$)))`,
    // PHP.
    String.raw`(?: {1,4}Stack trace:)? {1,4}#\d{1,4} (?:[^\s()]{1,400}\(\d{1,7}\): [\w\\$:>{}-]{1,200}(?:\([^()\n]{0,200}(?:\([^()\n]{0,200}\)[^()\n]{0,200}){0,8}\))?|\[internal function\]: [\w\\$:>{}-]{1,200}\([^()\n]{0,200}\)|\{main\})`,
    // Ruby.
    String.raw` from [^\s:]{1,400}:\d{1,7}:in [\`'][^'\n]{1,200}'`,
    // Go and Rust tell nothing else behind these words.
    String.raw` goroutine \d{1,12}(?: gp=\S{1,40} m=\S{1,40}(?: mp=\S{1,40})?)? \[[^\]\n]{1,100}\]: [^\n]*`,
    String.raw` stack backtrace: {1,8}\d{1,4}: [^\n]*`,
  ].join('|'),
  'g',
);

// Python's stack in one line: the exception stands behind the last place, and what it was raised by in between.
const inlineTraceback = /Traceback \(most recent call last\):[ \t]{1,16}File "[^"\n]{1,1024}", line \d{1,9}[^\n]*/g;
const pythonPlace = /[ \t]File "[^"\n]{1,1024}", line \d{1,9}(?:, in [\w<>.]{1,200})?/g;
const pythonException =
  /(?:[a-z_][\w.]{0,80}\.)?[A-Z]\w{0,80}(?:Error|Exception|Warning|Exit|Interrupt|Failure|Timeout)(?::[ \t]|$)[^\n]*/;

/** A text without the stacks of Python that stand in one line of it, whose exceptions stay. */
export function withoutInlineTracebacks(text: string): string {
  return text.replace(inlineTraceback, (stack: string) => {
    const last = [...stack.matchAll(pythonPlace)].at(-1);
    const raised = stack.slice(last === undefined ? 0 : last.index + last[0].length);
    return (pythonException.exec(raised) ?? /\b[A-Z]\w{2,80}: [^\n]*/.exec(raised))?.[0] ?? '';
  });
}
