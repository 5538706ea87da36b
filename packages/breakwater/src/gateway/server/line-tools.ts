import type { Era, ToolHints } from '@breakwater/core';
import type { Connection } from '@breakwater/transport';
import { fetchPages, type WholeList } from './list-pages.ts';
import { SecondLook } from './second-look.ts';
import type { Server } from './server.ts';
import type { ToolEntry } from './tool-catalog.ts';

const listTimeoutMs = 30_000;
/** A list is taken as it is for so long, also where its server says that it gets old sooner, in milliseconds. */
const freshMs = 60_000;

/** Where the tools are read. */
export interface ToolsLine {
  readonly server: Server;
  /** Undefined while there is none. */
  readonly connection: Connection | undefined;
  readonly era: Era;
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** Whether several hosts use it, each with a list that it was given at another time. */
  readonly shared: boolean;
}

type Tools = ReadonlyMap<string, ToolEntry>;

/**
 * The tools that a server has listed on one line, and those that the host behind it knows of. Servers list by what a client
 * has declared or unlocked, so that the list of one line says nothing of the tools of another.
 */
export class LineTools {
  readonly #line: ToolsLine;
  readonly #secondLook: SecondLook<boolean>;
  #listed: Tools | undefined = undefined;
  #known: Tools | undefined = undefined;
  #reading: Promise<boolean> | undefined = undefined;
  #freshUntilMs = Number.NEGATIVE_INFINITY;
  /** How often the server has said that its tools have changed, and how many of those changes the list has in it. */
  #changes = 0;
  #changesRead = 0;

  constructor(line: ToolsLine) {
    this.#line = line;
    this.#secondLook = new SecondLook(line.server.parts.clock);
  }

  get names(): readonly string[] {
    return [...(this.#listed?.keys() ?? [])];
  }

  /**
   * What the server says of a tool and may be believed: nothing of one that it hasn't listed on this line, and nothing from a
   * change on until the tools were read again.
   */
  hintsOf(name: string): ToolHints | undefined {
    const isListed = this.#changes === this.#changesRead && this.#listed?.has(name) === true;
    return isListed ? this.#line.server.catalog.get(name)?.hints : undefined;
  }

  /** A tool as this line has listed it. */
  definitionOf(name: string): string | undefined {
    return this.#listed?.get(name)?.text;
  }

  /** The same, or, until the line has listed any, as the server last did elsewhere. */
  lastDefinitionOf(name: string): string | undefined {
    const tools = this.#listed ?? this.#line.server.catalog;
    return tools.get(name)?.text;
  }

  /** Whether the list that is known has a tool, or nothing is known yet. */
  mayHave(name: string): boolean {
    return this.#listed === undefined || this.#listed.has(name);
  }

  /** Whether there is a tool; where the list doesn't show it, the list is read once more, for it may have changed without a word. */
  async has(name: string): Promise<boolean> {
    return this.mayHave(name) || !(await this.#lookAgain()) || this.mayHave(name);
  }

  /**
   * Whether the server lists a tool that it has just denied. Within a second of another look the list is taken as it is:
   * nobody's answer should wait for one.
   */
  async lists(name: string): Promise<boolean> {
    if ('tools' in this.#line.capabilities && !this.#secondLook.isFresh && !(await this.#lookAgain())) return true;
    return this.mayHave(name);
  }

  /** For a list that is being asked for: whatever changes from here on may not be in it. */
  get change(): number {
    return this.#changes;
  }

  /** Takes over a whole list that was asked for at this change. */
  replace({ items, ttlMs = 0 }: WholeList, change: number): void {
    const { catalog, parts, standing } = this.#line.server;
    standing.hasListed(true);
    this.#listed = catalog.learn(items);
    this.#changesRead = Math.max(this.#changesRead, change);
    this.#freshUntilMs = parts.clock.now() + Math.max(freshMs, ttlMs);
  }

  /** The host was given what is listed now; or, where that is not whole, it can't be said what it knows. */
  given(isWhole: boolean): void {
    this.#known = isWhole ? this.#listed : undefined;
  }

  /** The server has said that its tools have changed. */
  changed(): void {
    this.#changes += 1;
  }

  /** Reads the tools where nothing is known of them, or what is known has got old: on the modern wire a list says how soon it does. */
  readIfOld(): void {
    const { era, server } = this.#line;
    const isOld = era === 'modern' && server.parts.clock.now() >= this.#freshUntilMs;
    if (isOld || !server.catalog.known) void this.#read();
  }

  /** Reads the tools anew; whether the host has to hear of it, since they are others than it knows of or may be. */
  async haveChanged(): Promise<boolean> {
    // What is being read now may have been asked for before they changed.
    await this.#reading;
    const isRead = await this.#read();
    const isNews = !isRead || this.#line.shared || !saysTheSame(this.#known, this.#listed);
    this.#known = isRead ? this.#listed : undefined;
    return isNews;
  }

  /** False where the list could not be read, and says nothing therefore. */
  async #lookAgain(): Promise<boolean> {
    if (this.#line.connection === undefined) return false;
    return this.#secondLook.take(() => this.#read());
  }

  /** Callers at the same time share one reading. A failure keeps what is known. */
  #read(): Promise<boolean> {
    this.#reading ??= this.#fetch().finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  async #fetch(): Promise<boolean> {
    const { connection, era, server } = this.#line;
    if (connection === undefined) return false;
    const change = this.#changes;
    const list = await fetchPages({ connection, server, era }, 'tools/list', listTimeoutMs);
    // One that has no list has told all that there is.
    if (list.failure !== undefined) return list.failure.kind === 'method_not_found';
    this.replace(list, change);
    return true;
  }
}

function saysTheSame(one: Tools | undefined, other: Tools | undefined): boolean {
  if (one?.size !== other?.size) return false;
  for (const [name, { text }] of other ?? []) if (one?.get(name)?.text !== text) return false;
  return true;
}
