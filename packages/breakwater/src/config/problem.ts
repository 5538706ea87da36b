/** A place in a configuration: keys of objects and indexes of arrays, from the root down. */
export type ConfigPath = readonly (string | number)[];

/** One thing that is wrong with a configuration, or odd about it, and where. Never holds the text of a value that may be a secret. */
export interface ConfigProblem {
  readonly file: string;
  /** Counted from 1; absent where the file could not be read at all. */
  readonly line?: number;
  /** Counted from 1, in UTF-16 code units as editors count. */
  readonly column?: number;
  /** The place as a person writes it, such as `tools["files/read"].deadline`; empty for the whole file. */
  readonly path: string;
  readonly message: string;
  /** What to write instead. */
  readonly hint?: string;
}

/** Renders a problem as compilers do, `file:line:column: message`, with its hint on a line of its own. */
export function renderProblem(problem: ConfigProblem, severity?: 'error' | 'warning'): string {
  const { file, line, column, hint } = problem;
  const message = severity === undefined ? problem.message : `${severity}: ${problem.message}`;
  const place = line === undefined ? file : `${file}:${line}:${column ?? 1}`;
  return hint === undefined ? `${place}: ${message}` : `${place}: ${message}\n  ${hint}`;
}

/** Writes a path as a person would: `servers.files`, `tools["files/read"]`, `args[0]`. */
export function formatPath(path: ConfigPath): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else if (!/^[$A-Za-z_][\w$-]*$/.test(step)) text += `[${quoted(step)}]`;
    else text += text === '' ? step : `.${step}`;
  }
  return text;
}

/** Puts a key in quotes, cut where it is long, with nothing in it that a terminal would obey. */
export function quoted(text: string): string {
  const shown = text.length > 64 ? `${text.slice(0, 63)}…` : text;
  return JSON.stringify(shown).replace(
    /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
