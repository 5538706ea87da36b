import { catalogue, faultKinds, type FaultEntry, type FaultKind } from './catalogue.ts';
import { decisionTree, walksOf, type Branch, type Walk } from './decision-tree.ts';
import { textsOf, type Locale } from './locale/locale.ts';
import type { Texts, Words } from './locale/texts.ts';

/** All that is to be said of one kind, as plain data for `--json`. */
export interface KindPage extends FaultEntry {
  readonly kind: FaultKind;
  /** The default message, with "the tool" and "the server" where names would stand. */
  readonly message: string;
  /** What to do, in a sentence. */
  readonly advice: string;
  /** Where the kind ends in the decision tree: one way, or one for each answer to "has it run, and may it be repeated?". */
  readonly walks: readonly Walk[];
}

/** Puts together what is to be said of a kind. */
export function pageOf(kind: FaultKind, locale: Locale): KindPage {
  const texts = textsOf(locale);
  const entry = catalogue[kind];
  const sentence = texts.messages[kind];
  const message = typeof sentence === 'string' ? sentence : sentence(unnamed(kind, texts));
  return {
    kind,
    ...entry,
    message: message.slice(0, 1).toUpperCase() + message.slice(1),
    advice: texts.advice[kind] ?? texts.actions[entry.action],
    walks: walksOf(kind),
  };
}

/** The facts of a kind, one a line, in the same order for terminal and reference. */
export function factsOf(page: KindPage, locale: Locale): readonly (readonly [name: string, value: string])[] {
  const { page: labels, terms, duration } = textsOf(locale);
  const { legacy, modern, retryAfterMs } = page;
  const code = (number: number | undefined): string => (number === undefined ? labels.noCode : String(number));
  return [
    [labels.codes, `${labels.legacy} ${code(legacy)}, ${labels.modern} ${code(modern)}`],
    [labels.http, String(page.http)],
    [labels.layer, terms.layer[page.layer]],
    [labels.passes, terms.passes[page.passes]],
    [labels.retry, terms.retry[page.retry]],
    [labels.wait, retryAfterMs === undefined ? '–' : duration(retryAfterMs / 1_000)],
    [labels.faultOf, terms.party[page.faultOf]],
    [labels.mends, terms.mender[page.mends]],
    [labels.action, page.action],
  ];
}

/** Draws the way or the ways of a kind, one a line. */
export function drawWalks(page: KindPage, locale: Locale): readonly string[] {
  const { tree } = textsOf(locale);
  return page.walks.map(({ path, leaf }) => [...path.map((id) => tree.branches[id]), tree.leaves[leaf]].join(' → '));
}

/** Draws the whole tree. */
export function drawTree(locale: Locale): string {
  const { tree } = textsOf(locale);
  return [tree.root, ...drawBranches(decisionTree, '', locale)].join('\n');
}

function drawBranches(branches: readonly Branch[], indent: string, locale: Locale): readonly string[] {
  const { tree } = textsOf(locale);
  return branches.flatMap(({ id, leadsTo }, index) => {
    const isLast = index === branches.length - 1;
    const line = `${indent}${isLast ? '└─' : '├─'} ${tree.branches[id]}`;
    if (typeof leadsTo === 'string') return [`${line} → ${tree.leaves[leadsTo]}`];
    return [line, ...drawBranches(leadsTo, `${indent}${isLast ? '   ' : '│  '}`, locale)];
  });
}

/** All kinds that a number stands for, on either wire or as HTTP status. */
export function kindsOfCode(code: number): readonly FaultKind[] {
  // "Not found" has the specification's own number where a resource is meant.
  const isResource = (kind: FaultKind): boolean => kind === 'not_found' && (code === -32002 || code === -32602);
  return faultKinds.filter((kind) => {
    const { legacy, modern, http } = catalogue[kind];
    return legacy === code || modern === code || http === code || isResource(kind);
  });
}

function unnamed(kind: FaultKind, texts: Texts): Words {
  const target = kind.endsWith('_prompt') ? 'prompt' : catalogue[kind].branch === 'unreadable' ? 'method' : 'tool';
  return {
    target: texts.names.target[target](undefined),
    server: texts.names.server(undefined),
    name: undefined,
    field: undefined,
    expected: undefined,
    received: undefined,
    required: undefined,
    limit: undefined,
    windowSeconds: undefined,
    issues: [],
  };
}
