import type { ServerResponse } from 'node:http';
import { protocolError } from '../protocol-error.ts';
import { sendJson } from './post-exchange.ts';

/** Refuses an HTTP request, with an error of JSON-RPC as its body; `id` is raw JSON text. */
export function refuse(
  response: ServerResponse,
  status: number,
  kind: 'invalid_request' | 'message_too_large' | 'unauthenticated' | 'server_not_running',
  message: string,
  headers: Readonly<Record<string, string>> = {},
  id = 'null',
): void {
  sendJson(response, status, protocolError(id, kind, message).text, headers);
}
