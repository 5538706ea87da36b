import { Message } from '@breakwater/core';

/** Revisions with an `initialize` handshake, the newest first. */
export const legacyRevisions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'] as const;

/**
 * Finds the version to try next after a server has refused the newest instead of offering its own: the best one that
 * its error names and that isn't what was asked for.
 *
 * @returns The `initialize` request to send, or undefined where there is nothing to try.
 */
export function negotiateAgain(initialize: Message, response: Message): Message | undefined {
  if (!response.isError) return undefined;
  const asked = initialize.find(initialize.paramsSpan, 'protocolVersion');
  if (asked === undefined || response.errorSpan === undefined) return undefined;
  const refusal = response.slice(response.errorSpan);
  const best = legacyRevisions.find((revision) => refusal.includes(revision) && initialize.slice(asked) !== `"${revision}"`);
  return best === undefined ? undefined : initialize.edit([{ ...asked, replacement: `"${best}"` }]);
}
