import type { ToolHints } from '@breakwater/core';
import type { ListItem } from './list-pages.ts';

/** A tool as its server defined it. */
export interface ToolEntry {
  readonly hints: ToolHints;
  /** The definition as the server wrote it. */
  readonly text: string;
}

/** Names whose hints are remembered; what a server adds beyond them is believed nothing. */
const maxRemembered = 10_000;

const noHints: ToolHints = { readOnlyHint: false, idempotentHint: false };

/** The tools of one server: what may be called, and what their annotations say. Shared by all sessions. */
export class ToolCatalog {
  #tools: ReadonlyMap<string, ToolEntry> | undefined = undefined;
  /** The least that was ever said of each name, kept while it is gone from the list. */
  readonly #weakest = new Map<string, ToolHints>();
  #version = 0;

  /** False until a list has come; a list that failed is not an empty list. */
  get known(): boolean {
    return this.#tools !== undefined;
  }

  /** Another number after each list that differs from the one before. */
  get version(): number {
    return this.#version;
  }

  get names(): readonly string[] {
    return [...(this.#tools?.keys() ?? [])];
  }

  get(name: string): ToolEntry | undefined {
    return this.#tools?.get(name);
  }

  /**
   * Takes over a whole list. The first definition of a name tells what may be believed of it; later ones may lower that,
   * never raise it, even where the tool was gone in between.
   */
  replace(items: readonly ListItem[]): void {
    const tools = new Map<string, ToolEntry>();
    for (const { name, text } of items) tools.set(name, { text, hints: this.#believed(name, readHints(text)) });
    if (!saysTheSame(this.#tools, tools)) this.#version += 1;
    this.#tools = tools;
  }

  #believed(name: string, said: ToolHints): ToolHints {
    const before = this.#weakest.get(name);
    // To forget old names instead would let a server have a name forgotten, and raise it.
    if (before === undefined && this.#weakest.size >= maxRemembered) return noHints;
    const hints = before === undefined ? said : weaker(before, said);
    this.#weakest.set(name, hints);
    return hints;
  }
}

function saysTheSame(before: ReadonlyMap<string, ToolEntry> | undefined, now: ReadonlyMap<string, ToolEntry>): boolean {
  if (before?.size !== now.size) return false;
  for (const [name, { text }] of now) if (before.get(name)?.text !== text) return false;
  return true;
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
