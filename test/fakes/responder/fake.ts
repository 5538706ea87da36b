import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JournalWriter } from './journal.ts';

/** A JSON object whose members nobody has checked. */
export type Json = Readonly<Record<string, unknown>>;

/** One request that a fake answers, in whatever way it likes. */
export interface FakeCall {
  readonly id: unknown;
  readonly method: string;
  readonly params: Json;
  /** The arguments of a tool call; empty for everything else. */
  readonly args: Json;
  /** The progress token as the peer sent it; undefined where it sent none. */
  readonly progressToken: unknown;
  /** The message as it came. */
  readonly text: string;
  /** Aborted when the peer cancels this call, or leaves it on the modern wire. */
  readonly cancelled: AbortSignal;
  readonly wire: Wire;
  /** The HTTP exchange of this call, for those who misbehave below JSON-RPC; undefined over stdio and HTTP+SSE. */
  readonly exchange: Exchange | undefined;
  reply(result: Json): void;
  fail(code: number, message: string, data?: unknown): void;
  /** Answers with this text in place of a message, whatever it is. */
  answerRaw(text: string): void;
  notify(method: string, params?: Json): void;
  progress(progress: number): void;
  /** Sends the peer a request on this call's stream; resolves with the answer's `result` or `error`, as it came. */
  ask(method: string, params: Json): Promise<Json>;
}

/** What a tool or a method gives back: a text result, a result, or nothing where it has seen to the answer itself. */
export type Answer = string | Json | undefined | void;

/** A tool of a fake. */
export interface FakeTool {
  /** Members of the definition beside `name`; a schema that accepts all is added where there is none. */
  readonly definition?: Json;
  readonly call: (call: FakeCall) => Answer | Promise<Answer>;
}

/** A server that misbehaves in one way and is well-behaved otherwise. */
export interface Fake {
  readonly capabilities?: Json;
  readonly tools?: Readonly<Record<string, FakeTool>>;
  /** Methods beside, or in place of, `initialize`, `ping`, `server/discover`, `tools/list` and `tools/call`. */
  readonly methods?: Readonly<Record<string, (call: FakeCall) => Answer | Promise<Answer>>>;
  /** Hears every notification, after the fake has kept its books. */
  readonly notified?: (method: string, params: Json, wire: Wire) => void;
  /** Runs before anything is read from the peer; a promise holds reading up. */
  readonly started?: (wire: Wire) => void | Promise<void>;
  /** Sees every HTTP request first; true where it has answered. */
  readonly exchanged?: (exchange: Exchange, server: HttpControl) => boolean | Promise<boolean>;
  /** Changes each outgoing message of the built-in behaviour, as text. */
  readonly rewritten?: (text: string) => string;
  /** Takes the next message only when the last one is answered. */
  readonly serial?: boolean;
  /** Lives on when the peer closes stdin. */
  readonly ignoresEnd?: boolean;
}

/** The way to the peer, for what belongs to no call. */
export interface Wire {
  readonly kind: 'stdio' | 'http' | 'sse';
  readonly journal: JournalWriter;
  /** Sends a message: on stdout, or on the stream that the peer holds open. */
  send(message: Json): void;
  /** Writes bytes as they are; on stdio only. */
  write(bytes: string | Uint8Array): void;
}

/** One HTTP request with its body read. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: string;
  /** The JSON-RPC method of the body; undefined where it has none. */
  readonly method: string | undefined;
}

/** What a fake over HTTP can do to its own listener and sessions. */
export interface HttpControl {
  readonly sessions: Set<string>;
  /** Stops listening, cuts every connection, and listens again on the same port after so many milliseconds. */
  pause(ms: number): void;
}
