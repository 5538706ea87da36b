import type { RequestSink } from '../connection.ts';

/** Takes whatever becomes of a request, and says nothing of it. */
export const unheard: RequestSink = {
  answered: ignore,
  failed: ignore,
  progress: ignore,
  subscribed: ignore,
  alive: ignore,
  suspected: ignore,
  misplaced: ignore,
  presumed: ignore,
};

function ignore(): void {}
