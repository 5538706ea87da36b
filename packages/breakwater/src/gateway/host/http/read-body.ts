import type { IncomingMessage } from 'node:http';
import { keptEndBytes, type OverlongLine } from '@breakwater/transport';

/**
 * Reads a body whole. Of one that is cut off nobody hears: there is nobody to answer.
 *
 * @param overlong Hears, instead of `done`, as soon as the body is known to be larger than allowed; gives what hears at its
 * end what was kept of it.
 */
export function readBody(
  request: IncomingMessage,
  maxBytes: number,
  done: (body: Buffer) => void,
  overlong: (sizeBytes: number) => (ends: OverlongLine) => void,
): void {
  const declared = Number(request.headers['content-length']);
  if (declared > maxBytes) {
    keepEnds(request, [], overlong(declared));
    return;
  }
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  const take = (chunk: Buffer): void => {
    sizeBytes += chunk.length;
    chunks.push(chunk);
    if (sizeBytes <= maxBytes) return;
    request.off('data', take);
    request.off('end', finish);
    keepEnds(request, chunks, overlong(sizeBytes));
  };
  const finish = (): void => done(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks));
  request.on('data', take);
  request.on('end', finish);
  request.on('error', ignore);
}

function keepEnds(request: IncomingMessage, first: readonly Buffer[], ended: (ends: OverlongLine) => void): void {
  let head = Buffer.alloc(0);
  let tail = Buffer.alloc(0);
  let sizeBytes = 0;
  const take = (chunk: Buffer): void => {
    sizeBytes += chunk.length;
    if (head.length < keptEndBytes) head = Buffer.concat([head, chunk.subarray(0, keptEndBytes - head.length)]);
    tail = Buffer.concat([tail, chunk.subarray(-keptEndBytes)]).subarray(-keptEndBytes);
  };
  first.forEach(take);
  request.on('data', take);
  request.on('end', () => ended({ head, tail, sizeBytes }));
  request.on('error', ignore);
}

function ignore(): void {}
