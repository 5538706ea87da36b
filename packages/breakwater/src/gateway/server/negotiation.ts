import { legacyRevisions, type Failure, type Message } from '@breakwater/core';
import type { Answer } from '@breakwater/transport';

/** What one server has said about versions; shared by its sessions, so that each refusal is met once. */
export class Negotiation {
  /** The version that the server took, by the one that it refused. */
  readonly #taken = new Map<string, string>();

  /** The `initialize` to send for this one of a host's: with the version that the server is known to take in its place. */
  opening(initialize: Message): Message {
    const taken = this.#taken.get(versionAsked(initialize) ?? '');
    return taken === undefined ? initialize : withVersion(initialize, taken);
  }

  /**
   * Finds the version to try next after a server has refused one instead of offering its own: the best that it names.
   *
   * @returns The `initialize` request to send, or undefined where there is nothing to try.
   */
  again(initialize: Message, answer: Answer): Message | undefined {
    const refused = versionAsked(initialize);
    const text = refusalIn(answer);
    if (refused === undefined || text === undefined) return undefined;
    const named = legacyRevisions.filter((revision) => revision !== refused && text.includes(revision));
    // Revisions are dates. A host knows the older ones sooner than the newer ones.
    const best = named.find((revision) => revision < refused) ?? named[0];
    return best === undefined ? undefined : withVersion(initialize, best);
  }

  /** Notes the request that a server took after it had refused another version. */
  took(host: Message, sent: Message): void {
    const refused = versionAsked(host);
    const taken = versionAsked(sent);
    if (refused === undefined || taken === undefined) return;
    if (this.#taken.size >= legacyRevisions.length) this.#taken.clear();
    this.#taken.set(refused, taken);
  }
}

/** The version in a server's answer, where neither we nor the host can know it. */
export function unknownVersion(initialize: Message, response: Message): string | undefined {
  const span = response.find(response.resultSpan, 'protocolVersion');
  const version = span === undefined ? undefined : response.valueAt(span);
  if (typeof version !== 'string' || version === versionAsked(initialize)) return undefined;
  return legacyRevisions.some((revision) => revision === version) ? undefined : version;
}

/** The words in which a server has refused, be it as a JSON-RPC error or as the body of a status of HTTP. */
function refusalIn(answer: Answer): string | undefined {
  if (!answer.ok) return bodyIn(answer.failure);
  const { errorSpan } = answer.response;
  return errorSpan === undefined ? undefined : answer.response.slice(errorSpan);
}

/** Whether a failure is the server's refusal of this very request, which comes as a status of HTTP from some. */
export function isRefusal({ cause }: Failure): boolean {
  return typeof cause === 'object' && cause !== null && 'status' in cause && refusals.has(cause.status);
}

function bodyIn({ cause }: Failure): string | undefined {
  const body = typeof cause === 'object' && cause !== null && 'body' in cause ? cause.body : undefined;
  return typeof body === 'string' ? body : undefined;
}

/** The revision that an `initialize` names. */
export function versionAsked(initialize: Message): string | undefined {
  const span = initialize.find(initialize.paramsSpan, 'protocolVersion');
  const version = span === undefined ? undefined : initialize.valueAt(span);
  return typeof version === 'string' ? version : undefined;
}

function withVersion(initialize: Message, version: string): Message {
  const span = initialize.find(initialize.paramsSpan, 'protocolVersion');
  return span === undefined ? initialize : initialize.edit([{ ...span, replacement: JSON.stringify(version) }]);
}

/** What says that a message is not as it should be, and nothing of who sends it. */
const refusals: ReadonlySet<unknown> = new Set([400, 422]);
