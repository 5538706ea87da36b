import { Message, type Edit } from '@breakwater/core';
import type { Connection } from '@breakwater/transport';
import type { HostRequest } from './host-request.ts';
import type { HostSentences } from './host-sentences.ts';
import { refuseQuestion } from './refuse-question.ts';
import type { Upstream } from '../server/upstream.ts';

interface Asked {
  readonly upstream: Upstream;
  /** The process or session that asked: one that has come after it may use the same id for another question. */
  readonly connection: Connection;
  /** Raw JSON text. */
  readonly upstreamId: string;
  /** The server's own progress token, raw. */
  readonly token: string | undefined;
  /** The host's requests that may be waiting for the answer, without those that have ended. */
  readonly waiting: Set<HostRequest>;
}

/** How many questions may be open; a server that asks more of a host that doesn't answer is refused. */
const mostAsked = 1_000;

/** What a host must have declared to be asked. */
const neededCapability: ReadonlyMap<string, string> = new Map([
  ['elicitation/create', 'elicitation'],
  ['sampling/createMessage', 'sampling'],
  ['roots/list', 'roots'],
]);

/** The questions of servers that a host has not answered yet, under ids of ours: two servers may use the same. */
export class AskedHost {
  readonly #asked = new Map<string, Asked>();
  readonly #said: HostSentences;
  #lastId = 0;

  constructor(said: HostSentences) {
    this.#said = said;
  }

  /** The answer to a question that this host has said it can't answer, or has too many of; undefined where it may be asked. */
  refusal(message: Message, capabilities: Readonly<Record<string, unknown>>): Message | undefined {
    const { id, method = '' } = message;
    const needed = neededCapability.get(method);
    if (needed !== undefined && !Object.hasOwn(capabilities, needed))
      return refuse(id, this.#said.notDeclared(method, needed));
    return this.#asked.size < mostAsked ? undefined : refuse(id, this.#said.tooManyQuestions(mostAsked));
  }

  /** The question under an id and progress token of ours; the calls that may wait for its answer do not age meanwhile. */
  ask(upstream: Upstream, connection: Connection, message: Message, about: readonly HostRequest[]): Message {
    const waiting = new Set(about);
    const id = String(++this.#lastId);
    const token = message.find(message.paramsSpan, '_meta', 'progressToken');
    this.#asked.set(id, {
      upstream,
      connection,
      upstreamId: message.id ?? 'null',
      token: token && message.slice(token),
      waiting,
    });
    for (const request of waiting) request.asking(1);
    const edits: Edit[] = token === undefined ? [] : [{ ...token, replacement: id }];
    return message.edit(edits).withId(id);
  }

  /** Gives an answer of the host's to the server that asked; one to nothing is dropped. */
  answered(message: Message): void {
    const asked = message.id === undefined ? undefined : this.#take(ourId(message.id));
    asked?.connection.send(message.withId(asked.upstreamId));
  }

  /** The host's only open question, if there is just one. */
  get only(): string | undefined {
    const [id] = this.#asked.size === 1 ? this.#asked.keys() : [];
    return id;
  }

  /** The host has answered with something that can't be passed on; the server must not wait for another. False where nothing was asked under this id. */
  broken(id: string, kind: 'invalid_request' | 'message_too_large', sentence: string): boolean {
    const asked = this.#take(ourId(id));
    asked?.connection.send(refuseQuestion(asked.upstreamId, kind, sentence));
    return asked !== undefined;
  }

  /** Passes the host's progress on a question to the server that asked. */
  progress(message: Message): void {
    const span = message.find(message.paramsSpan, 'progressToken');
    const asked = span === undefined ? undefined : this.#asked.get(message.slice(span));
    if (span !== undefined && asked?.token !== undefined)
      asked.connection.send(message.edit([{ ...span, replacement: asked.token }]));
  }

  /** The server takes a question back: the same under our id, or undefined where it isn't open. */
  cancelled(connection: Connection | undefined, message: Message): Message | undefined {
    const span = message.find(message.paramsSpan, 'requestId');
    if (span === undefined) return undefined;
    const upstreamId = message.slice(span);
    for (const [id, asked] of this.#asked) {
      if (asked.connection !== connection || asked.upstreamId !== upstreamId) continue;
      this.#take(id);
      return message.edit([{ ...span, replacement: id }]);
    }
    return undefined;
  }

  /** A question could not be brought to the host: the server that asked is told. */
  undeliverable(question: Message): void {
    const asked = this.#take(question.id ?? '');
    asked?.connection.send(refuse(asked.upstreamId, this.#said.noStream));
  }

  /** The process or session that asked is gone; returns what tells the host that nobody waits for its answers any more. */
  lost(upstream: Upstream): readonly Message[] {
    const lost = [...this.#asked].filter(([, asked]) => asked.upstream === upstream && !asked.connection.answerable);
    return lost.map(([id]) => this.#withdraw(id, this.#said.serverEnded));
  }

  /**
   * A call was taken back at its server, and with it what the server has asked for that call alone.
   *
   * @returns What tells the host that nobody waits for its answers any more.
   */
  takenBack(upstream: Upstream, request: HostRequest): readonly Message[] {
    const withdrawn: Message[] = [];
    for (const [id, asked] of this.#asked) {
      if (asked.upstream !== upstream || !leave(asked, request) || asked.waiting.size > 0) continue;
      const reason = this.#said.callEnded;
      asked.connection.send(refuse(asked.upstreamId, reason));
      withdrawn.push(this.#withdraw(id, reason));
    }
    return withdrawn;
  }

  /** A request of the host's has ended; the server may want to know what it has asked all the same. */
  ended(request: HostRequest): void {
    for (const asked of this.#asked.values()) leave(asked, request);
  }

  /** The host is gone: every server that waits for it is told. */
  close(): void {
    for (const id of this.#asked.keys()) {
      const asked = this.#take(id);
      asked?.connection.send(refuse(asked.upstreamId, this.#said.hostGone));
    }
  }

  #withdraw(id: string, reason: string): Message {
    this.#take(id);
    return Message.notification('notifications/cancelled', { requestId: Number(id), reason });
  }

  #take(id: string): Asked | undefined {
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    if (asked !== undefined) for (const request of asked.waiting) leave(asked, request);
    return asked;
  }
}

/** A request no longer waits for the answer to a question; false where it never did. */
function leave({ waiting }: Asked, request: HostRequest): boolean {
  if (!waiting.delete(request)) return false;
  request.asking(-1);
  return true;
}

function refuse(id: string | undefined, sentence: string): Message {
  return refuseQuestion(id, 'client_capability_missing', sentence);
}

/** Some hosts answer 1 with "1". */
function ourId(id: string): string {
  return id.startsWith('"') ? id.slice(1, -1) : id;
}
