import type { IncomingMessage } from 'node:http';
import { keptEndBytes, type OverlongLine } from '@breakwater/transport';

/**
 * Reads a body to its end: whole, or where it is larger than allowed both ends of it. Of one that is cut off nobody hears:
 * there is nobody to answer. Whoever is refused before the end may never read why, since some clients stop writing then and
 * take that for the failure.
 */
export function readBody(
  request: IncomingMessage,
  maxBytes: number,
  whole: (body: Buffer) => void,
  overlong: (ends: OverlongLine) => void,
): void {
  let chunks: Buffer[] = [];
  let sizeBytes = 0;
  let head: Buffer | undefined;
  let nextCutBytes = maxBytes;
  request.on('data', (chunk: Buffer) => {
    sizeBytes += chunk.length;
    chunks.push(chunk);
    if (sizeBytes <= nextCutBytes) return;
    head ??= firstOf(chunks);
    chunks = [lastOf(chunks)];
    // Not with each chunk: they may be tiny.
    nextCutBytes = sizeBytes + betweenCutsBytes;
  });
  request.on('end', () => {
    if (head !== undefined) overlong({ head, tail: lastOf(chunks), sizeBytes });
    else whole(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks));
  });
  request.on('error', () => {});
}

const betweenCutsBytes = 65_536;

function firstOf(chunks: readonly Buffer[]): Buffer {
  const first: Buffer[] = [];
  let room = keptEndBytes;
  for (const chunk of chunks) {
    if (room === 0) break;
    first.push(chunk.subarray(0, room));
    room -= Math.min(room, chunk.length);
  }
  return Buffer.concat(first);
}

function lastOf(chunks: readonly Buffer[]): Buffer {
  const last: Buffer[] = [];
  let room = keptEndBytes;
  for (const chunk of chunks.toReversed()) {
    if (room === 0) break;
    last.unshift(chunk.subarray(-room));
    room -= Math.min(room, chunk.length);
  }
  return Buffer.concat(last);
}
