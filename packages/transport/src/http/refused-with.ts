import type { Failure } from '@breakwater/core';

/** What a request was refused with; nothing of it where it failed in another way. */
export function refusedWith({ cause }: Failure): { readonly status: number; readonly body: string } {
  // Sound: a member of anything else than these two can be read, and is checked.
  const { status, body } = (cause ?? {}) as { readonly status?: unknown; readonly body?: unknown };
  return { status: typeof status === 'number' ? status : 0, body: typeof body === 'string' ? body : '' };
}
