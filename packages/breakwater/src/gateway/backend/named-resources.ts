import { elementsOf, type Message, type Span } from '@breakwater/core';
import type { Upstream } from '../server/upstream.ts';

/** How many resources are remembered; the one that was named longest ago goes first. */
const maxRemembered = 10_000;

interface Named {
  readonly upstream: Upstream;
  readonly isProven: boolean;
}

/**
 * The resources that servers have named in their answers: what no list shows can be read from whoever has named it. Where
 * it was read from stays, whoever links to it later.
 */
export class NamedResources {
  readonly #servers = new Map<string, Named>();

  serverOf(uri: string): Upstream | undefined {
    return this.#servers.get(uri)?.upstream;
  }

  /** A resource was read; undefined where it could not be, so that another server may name it. */
  wasRead(uri: string, upstream: Upstream | undefined): void {
    const named = upstream ?? this.serverOf(uri);
    if (named !== undefined) this.#remember(uri, { upstream: named, isProven: upstream !== undefined });
  }

  /** Looks for links and embedded resources in the answer of a tool, a prompt or a reading. */
  note(answer: Message, upstream: Upstream): void {
    if (!answer.mentions('uri')) return;
    const { resultSpan } = answer;
    const blocks = [
      ...elementsIn(answer, answer.find(resultSpan, 'content')),
      ...elementsIn(answer, answer.find(resultSpan, 'contents')),
      ...elementsIn(answer, answer.find(resultSpan, 'messages')).flatMap((span) => answer.find(span, 'content') ?? []),
    ];
    for (const block of blocks) {
      const span = answer.find(block, 'uri') ?? answer.find(block, 'resource', 'uri');
      const uri = span === undefined ? undefined : answer.valueAt(span);
      if (typeof uri === 'string' && this.#servers.get(uri)?.isProven !== true)
        this.#remember(uri, { upstream, isProven: false });
    }
  }

  #remember(uri: string, named: Named): void {
    this.#servers.delete(uri);
    this.#servers.set(uri, named);
    if (this.#servers.size <= maxRemembered) return;
    const [oldest] = this.#servers.keys();
    if (oldest !== undefined) this.#servers.delete(oldest);
  }
}

function elementsIn({ text }: Message, array: Span | undefined): readonly Span[] {
  return array !== undefined && text[array.start] === '[' ? [...elementsOf(text, array.start)] : [];
}
