import { Message, type Channel, type ChannelListener, type Failure } from '@breakwater/core';
import type { ServerSource } from '../server/server.ts';

const gone: Failure = { kind: 'connection_lost', executed: 'unknown' };

/** A tool by its name, or by all that its definition says. */
type FakeTool = string | { readonly name: string; readonly [member: string]: unknown };

/** One opened channel of a {@link FakeSource}: a process, or a session. */
export class FakeLine implements Channel {
  state: 'open' | 'closed' = 'open';
  /** What it was sent, answered or not. */
  readonly heard: Message[] = [];
  tools: readonly FakeTool[];
  /** Answers in place of the usual ones; undefined leaves the request unanswered. */
  readonly answers: Record<string, (request: Message) => object | Message | undefined> = {};
  readonly #listener: ChannelListener;

  constructor(listener: ChannelListener, tools: readonly FakeTool[], answers: FakeLine['answers']) {
    this.#listener = listener;
    this.tools = tools;
    Object.assign(this.answers, answers);
  }

  count(method: string): number {
    return this.heard.filter((message) => message.method === method).length;
  }

  send(message: Message): void {
    this.heard.push(message);
    if (message.kind === 'request') setImmediate(() => this.#answer(message));
  }

  /** Says something of its own accord. */
  say(message: Message): void {
    this.#listener.message(message, undefined);
  }

  die(): void {
    if (this.state === 'closed') return;
    this.state = 'closed';
    this.#listener.closed(gone);
  }

  cancel(): void {}

  close(): Promise<void> {
    this.die();
    return Promise.resolve();
  }

  #answer(request: Message): void {
    const { id = 'null', method = '' } = request;
    if (this.state === 'closed') return;
    const answer = (this.answers[method] ?? this.#usual(method))(request);
    if (answer === undefined) return;
    this.say(answer instanceof Message ? answer.withId(id) : Message.result(id, answer));
  }

  #usual(method: string): (request: Message) => object | Message {
    switch (method) {
      case 'initialize':
        return () => ({
          protocolVersion: '2025-11-25',
          capabilities: { tools: {}, resources: {}, logging: {} },
          serverInfo: { name: 'fake', version: '1' },
        });
      case 'tools/list':
        return () => ({ tools: this.tools.map((tool) => (typeof tool === 'string' ? { name: tool } : tool)) });
      case 'resources/list':
        return () => ({ resources: [] });
      case 'resources/templates/list':
        return () => ({ resourceTemplates: [] });
      case 'tools/call':
        return () => ({ content: [{ type: 'text', text: 'done' }] });
      default:
        return () => ({});
    }
  }
}

/** Opens lines that answer as a simple server does, or as a test wants it. */
export class FakeSource implements ServerSource {
  readonly isRemote = false;
  mayBeModern = false;
  /** All that were opened, the newest last. */
  readonly lines: FakeLine[] = [];
  /** How those that are opened from now on answer. */
  readonly answers: FakeLine['answers'] = {};
  /** What they list. */
  tools: readonly FakeTool[] = ['echo'];
  /** Whether those that are opened now end at once. */
  isDown = false;

  get line(): FakeLine {
    const line = this.lines.at(-1);
    if (line === undefined) throw new Error('Nothing was opened.');
    return line;
  }

  prepare(): Promise<void> {
    return Promise.resolve();
  }

  open(_era: unknown, listener: ChannelListener): Channel {
    const line = new FakeLine(listener, this.tools, this.answers);
    this.lines.push(line);
    if (this.isDown) setImmediate(() => line.die());
    return line;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  hurry(): void {}

  killNow(): void {}
}
