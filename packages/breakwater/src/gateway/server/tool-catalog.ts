import type { ToolHints } from '@breakwater/core';
import type { ListItem } from './list-pages.ts';

/** A tool as its server defined it. */
export interface ToolEntry {
  readonly hints: ToolHints;
  /** The definition as the server wrote it. */
  readonly text: string;
}

/** Names that are remembered; what a server adds beyond them is believed nothing. */
const maxRemembered = 10_000;

const noHints: ToolHints = { readOnlyHint: false, idempotentHint: false };

/** What one server has said of its tools on all its lines: how each is defined, and what may be believed of it. */
export class ToolCatalog {
  readonly #tools = new Map<string, ToolEntry>();
  #known = false;

  /** False until a list has come; a list that failed is not an empty list. */
  get known(): boolean {
    return this.#known;
  }

  /** A tool by its last definition, also while it is gone from the list. */
  get(name: string): ToolEntry | undefined {
    return this.#tools.get(name);
  }

  /**
   * Learns from a whole list and gives its tools back. The first definition of a name tells what may be believed of it;
   * later ones may lower that, never raise it, even where the tool was gone in between.
   */
  learn(items: readonly ListItem[]): ReadonlyMap<string, ToolEntry> {
    this.#known = true;
    return new Map(items.map(({ name, text }) => [name, this.#entryOf(name, text)]));
  }

  #entryOf(name: string, text: string): ToolEntry {
    const before = this.#tools.get(name);
    if (before?.text === text) return before;
    // To forget old names instead would let a server have a name forgotten, and raise it.
    if (before === undefined && this.#tools.size >= maxRemembered) return { text, hints: noHints };
    const said = readHints(text);
    const entry = { text, hints: before === undefined ? said : weaker(before.hints, said) };
    this.#tools.set(name, entry);
    return entry;
  }
}

function readHints(definition: string): ToolHints {
  // Sound: the text is an element that the scanner has found to be well-formed; its members are checked one by one.
  const { annotations } = JSON.parse(definition) as {
    readonly annotations?: Partial<Record<keyof ToolHints, unknown>> | null;
  };
  return { readOnlyHint: annotations?.readOnlyHint === true, idempotentHint: annotations?.idempotentHint === true };
}

function weaker(before: ToolHints, now: ToolHints): ToolHints {
  return {
    readOnlyHint: before.readOnlyHint === true && now.readOnlyHint === true,
    idempotentHint: before.idempotentHint === true && now.idempotentHint === true,
  };
}
