import type { EventStream, Locale, ServerState } from '@breakwater/core';
import { sentences } from '../sentences.ts';
import type { LineStanding } from './line-standing.ts';

/** What all lines of one server come to: it is ready where one of them is, else it is as the worst of them. */
export class ServerStanding {
  readonly #key: string;
  readonly #events: EventStream;
  readonly #said: (typeof sentences)[Locale];
  /** Those that are open or should be; the one that has changed last is the last. */
  readonly #lines = new Set<LineStanding>();
  #lastTrouble: string | undefined = undefined;
  #startTrouble: string | undefined = undefined;
  #isUnlisted = false;
  #toldState: ServerState = 'idle';
  #toldReason: string | undefined = undefined;

  /** @param locale The language of what is said of it, where nobody else's words are. */
  constructor(key: string, events: EventStream, locale: Locale) {
    this.#key = key;
    this.#events = events;
    this.#said = sentences[locale];
  }

  get state(): ServerState {
    return this.#shown?.state ?? 'idle';
  }

  /** What ails the server, in one redacted sentence; where no line is open, what the last one has met. */
  get trouble(): string | undefined {
    if (this.#lines.size === 0) return this.#lastTrouble;
    return this.#shown?.trouble ?? (this.#isUnlisted ? this.#said.unlisted(this.#key) : undefined);
  }

  /** Whether its tools could be listed when they were asked for last. */
  hasListed(isGood: boolean): void {
    this.#isUnlisted = !isGood;
  }

  /** Why the last start came to nothing; undefined as soon as one is good. */
  get startTrouble(): string | undefined {
    return this.#startTrouble;
  }

  changed(line: LineStanding): void {
    this.#lines.delete(line);
    this.#lines.add(line);
    if (line.state === 'ready') this.#startTrouble = undefined;
    else this.#startTrouble = line.startTrouble ?? this.#startTrouble;
    // Also where other lines go on as before: nothing else tells of it.
    this.#tell(troubleOf(isDown(line) ? line : this.#shown));
  }

  /** The server has refused to open a line, and is well: what it has said to one host is nobody else's, the log apart. */
  refused(line: LineStanding, why: string | undefined): void {
    this.#lines.delete(line);
    this.#lastTrouble = this.#said.refusing(this.#key);
    this.#tell(why);
  }

  /** A line was closed, so that what it has met is no longer how the server stands. */
  left(line: LineStanding): void {
    if (!this.#lines.delete(line)) return;
    this.#lastTrouble = line.trouble;
    this.#tell(troubleOf(this.#shown));
  }

  get #shown(): LineStanding | undefined {
    let shown: LineStanding | undefined;
    for (const line of this.#lines) if (shown === undefined || ranks[line.state] >= ranks[shown.state]) shown = line;
    return shown;
  }

  /** Says what has changed: the state, or what ails a line. */
  #tell(reason: string | undefined): void {
    const { state } = this;
    if (state === this.#toldState && (reason === undefined || reason === this.#toldReason)) return;
    this.#toldState = state;
    this.#toldReason = reason;
    this.#events.emit({ type: 'server-state', server: this.#key, state, ...(reason !== undefined && { reason }) });
  }
}

const ranks: Readonly<Record<ServerState, number>> = {
  idle: 0,
  stopped: 0,
  starting: 1,
  'backing-off': 2,
  failed: 3,
  ready: 4,
};

function troubleOf(line: LineStanding | undefined): string | undefined {
  return line !== undefined && isDown(line) ? line.trouble : undefined;
}

function isDown({ state }: LineStanding): boolean {
  return state === 'backing-off' || state === 'failed';
}
