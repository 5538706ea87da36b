import type { ToolHints } from '@breakwater/core';
import type { ListItem } from './list-pages.ts';

/** A tool as its server defined it. */
export interface ToolEntry {
  readonly hints: ToolHints;
  /** The definition as the server wrote it. */
  readonly text: string;
}

/** The tools of one server: what may be called, and what their annotations say. Shared by all sessions. */
export class ToolCatalog {
  #tools: ReadonlyMap<string, ToolEntry> | undefined = undefined;
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

  /** Takes over a whole list. A definition that changes may lower what is believed of a tool, never raise it. */
  replace(items: readonly ListItem[]): void {
    const tools = new Map<string, ToolEntry>();
    for (const { name, text } of items) {
      const hints = readHints(text);
      const before = this.#tools?.get(name)?.hints;
      tools.set(name, { text, hints: before === undefined ? hints : weaker(before, hints) });
    }
    if (!saysTheSame(this.#tools, tools)) this.#version += 1;
    this.#tools = tools;
  }
}

function saysTheSame(before: ReadonlyMap<string, ToolEntry> | undefined, now: ReadonlyMap<string, ToolEntry>): boolean {
  if (before?.size !== now.size) return false;
  for (const [name, { text }] of now) if (before.get(name)?.text !== text) return false;
  return true;
}

function readHints(definition: string): ToolHints {
  // Sound: the text is an element that the scanner has found to be well-formed; its members are checked one by one.
  const { annotations } = JSON.parse(definition) as { readonly annotations?: Partial<Record<keyof ToolHints, unknown>> | null };
  return { readOnlyHint: annotations?.readOnlyHint === true, idempotentHint: annotations?.idempotentHint === true };
}

function weaker(before: ToolHints, now: ToolHints): ToolHints {
  return {
    readOnlyHint: before.readOnlyHint === true && now.readOnlyHint === true,
    idempotentHint: before.idempotentHint === true && now.idempotentHint === true,
  };
}
