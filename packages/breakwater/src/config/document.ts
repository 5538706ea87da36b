import { createScanner, findNodeAtLocation, parseTree } from 'jsonc-parser';
import type { Node, ParseError } from 'jsonc-parser';

import { formatPath, quoted } from './problem.ts';
import type { ConfigPath, ConfigProblem } from './problem.ts';
import { syntaxProblems } from './syntax.ts';

/** Makes problems that carry their place in the file. */
export interface Locator {
  readonly file: string;
  at(offset: number, path: ConfigPath, text: ProblemText): ConfigProblem;
}

/** The part of a problem that does not depend on where it is. */
export interface ProblemText {
  readonly message: string;
  readonly hint?: string | undefined;
}

/** A configuration file whose syntax has been read: its tree, and the way back from a path to a place. */
export interface Document {
  readonly root: Node;
  /** The problem at the value of this path, or at the nearest thing around it that is in the file. */
  atValue(path: ConfigPath, text: ProblemText): ConfigProblem;
  /** The same at the key, for what is wrong with a name; `shown` is the path that is told where the name is better not. */
  atKey(path: ConfigPath, text: ProblemText, shown?: ConfigPath): ConfigProblem;
}

const maxDepth = 64;

/** Reads JSON with comments and trailing commas; a document is absent where too little could be read to judge the rest. */
export function parseDocument(
  source: string,
  file: string,
): { readonly document?: Document; readonly problems: readonly ConfigProblem[] } {
  const text = source.startsWith('\ufeff') ? source.slice(1) : source;
  const locator = createLocator(text, file);

  const deep = tooDeepAt(text);
  if (deep !== undefined)
    return { problems: [locator.at(deep, [], { message: `The file is nested more than ${maxDepth} levels deep.` })] };

  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (root === undefined && errors.length === 1 && first?.offset === text.length) {
    return { problems: [locator.at(0, [], { message: 'The file is empty; expected an object with `mcpServers`.' })] };
  }
  const { problems, conclusive } = syntaxProblems(text, errors, locator);
  if (root === undefined || conclusive) return { problems };

  return { document: createDocument(root, locator), problems: [...problems, ...repeatedKeys(root, [], locator)] };
}

/** Makes a locator for a text; lines end in LF, CR LF or CR. */
export function createLocator(text: string, file: string): Locator {
  const starts = [0];
  for (const { index, 0: end } of text.matchAll(/\r\n|\n|\r/g)) starts.push(index + end.length);

  return {
    file,
    at(offset, path, { message, hint }) {
      let line = starts.findLastIndex((start) => start <= offset);
      if (line < 0) line = 0;
      const column = offset - (starts[line] ?? 0) + 1;
      return { file, line: line + 1, column, path: formatPath(path), message, ...(hint === undefined ? {} : { hint }) };
    },
  };
}

function createDocument(root: Node, locator: Locator): Document {
  function nearest(path: ConfigPath): Node {
    for (let length = path.length; length > 0; length--) {
      const node = findNodeAtLocation(root, path.slice(0, length));
      if (node !== undefined) return node;
    }
    return root;
  }

  return {
    root,
    atValue: (path, text) => locator.at(nearest(path).offset, path, text),
    atKey(path, text, shown = path) {
      const { parent, offset } = nearest(path);
      return locator.at(parent?.type === 'property' ? parent.offset : offset, shown, text);
    },
  };
}

// The parser recurses, so depth is bounded before it runs.
function tooDeepAt(text: string): number | undefined {
  const scanner = createScanner(text, true);
  let depth = 0;
  while (scanner.getPosition() < text.length) {
    scanner.scan();
    const offset = scanner.getTokenOffset();
    const first = text.charAt(offset);
    if (first === '{' || first === '[') depth++;
    else if (first === '}' || first === ']') depth--;
    if (depth > maxDepth) return offset;
  }
  return undefined;
}

// Parsers silently keep one of two equal keys, and not all keep the same one.
function repeatedKeys(node: Node, path: ConfigPath, locator: Locator): ConfigProblem[] {
  if (node.type === 'array')
    return (node.children ?? []).flatMap((child, index) => repeatedKeys(child, [...path, index], locator));
  if (node.type !== 'object') return [];

  const problems: ConfigProblem[] = [];
  const offsets = new Map<string, number>();
  for (const property of node.children ?? []) {
    const [key, value] = property.children ?? [];
    if (key === undefined) continue;
    const name = String(key.value);
    const here = [...path, name];
    const first = offsets.get(name);
    if (name === '__proto__') {
      problems.push(locator.at(key.offset, here, { message: 'The key "__proto__" cannot be used.' }));
    } else if (first !== undefined) {
      const { line } = locator.at(first, here, { message: '' });
      const message = `The key ${quoted(name)} is repeated; it already stands in line ${line}.`;
      problems.push(locator.at(key.offset, here, { message }));
    } else offsets.set(name, key.offset);
    if (value !== undefined) problems.push(...repeatedKeys(value, here, locator));
  }
  return problems;
}
