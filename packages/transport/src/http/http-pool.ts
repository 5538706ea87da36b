import { Agent } from 'undici';
import type { Dispatcher } from 'undici';

/** Options of {@link openHttpPool}. */
export interface HttpPoolOptions {
  /**
   * How long a connection may take, TLS included, in milliseconds.
   *
   * @default 10_000
   */
  readonly connectTimeoutMs?: number;
}

/** Connections that the channels of one or more servers share. */
export interface HttpPool {
  readonly dispatcher: Dispatcher;
  /** Ends every connection, those in use included. */
  close(): Promise<void>;
}

/**
 * Opens a pool of kept-alive HTTP/1.1 connections. A connection that died idle is noticed before a byte is written to it
 * and replaced; one that dies later is reported, since the server may have acted.
 */
export function openHttpPool(options: HttpPoolOptions = {}): HttpPool {
  const { connectTimeoutMs = 10_000 } = options;
  const dispatcher = new Agent({
    connectTimeout: connectTimeoutMs,
    // The deadlines of MCP are the only ones that end a call.
    headersTimeout: 0,
    bodyTimeout: 0,
    // Below the 5 s after which Node's and Python's usual servers hang up, and below what a peer announces.
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 55_000,
    keepAliveTimeoutThreshold: 2_000,
    maxHeaderSize: 64 * 1024,
    allowH2: false,
  });
  return { dispatcher, close: () => dispatcher.destroy() };
}
