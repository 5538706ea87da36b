import type { IncomingMessage } from 'node:http';

/** Reads a body whole; undefined where it is larger than allowed. Of one that is cut off nobody hears: there is nobody to answer. */
export function readBody(
  request: IncomingMessage,
  maxBytes: number,
  done: (body: Buffer | undefined, sizeBytes: number) => void,
): void {
  const declared = Number(request.headers['content-length']);
  if (declared > maxBytes) {
    done(undefined, declared);
    request.resume();
    return;
  }
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  let isOver = false;
  const finish = (body: Buffer | undefined): void => {
    if (isOver) return;
    isOver = true;
    done(body, sizeBytes);
  };
  request.on('data', (chunk: Buffer) => {
    if (isOver) return;
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes) finish(undefined);
    else chunks.push(chunk);
  });
  request.on('end', () => finish(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)));
  request.on('error', () => (isOver = true));
}
