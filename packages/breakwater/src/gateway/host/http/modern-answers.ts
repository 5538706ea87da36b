import type { Message } from '@breakwater/core';

/** The HTTP status of an answer: some errors have one of their own on this wire, all others ride on 200. */
export function modernStatus(answer: Message): number {
  const code = codeOf(answer);
  if (code === -32601) return 404;
  return code === -32020 || code === -32021 || code === -32022 ? 400 : 200;
}

/** The same where nothing speaks this wire: an error is ours, and tells the host to try another. */
export function unspokenStatus(answer: Message): number {
  return answer.isError && codeOf(answer) !== -32601 ? 400 : modernStatus(answer);
}

function codeOf(answer: Message): unknown {
  const span = answer.isError ? answer.find(answer.errorSpan, 'code') : undefined;
  return span === undefined ? undefined : answer.valueAt(span);
}
