import { type ClassifyContext, type Finding, type Row, fromRow } from './finding.ts';

const unreachable: Row = { kind: 'dependency_unavailable', upstream: 'server_not_running', executed: 'unknown' };
const lost: Row = { kind: 'dependency_unavailable', upstream: 'connection_lost', executed: 'unknown' };
const slow: Row = { kind: 'dependency_timeout', upstream: 'request_timeout', executed: 'unknown' };

/**
 * What proxies write where the service behind them failed, in their own words. None proves that nothing has run: a
 * proxy that repeats a request reports only the last attempt.
 */
export const proxyTexts: readonly (readonly [text: string, row: Row])[] = [
  // Envoy and Istio
  ['no healthy upstream', unreachable],
  ['upstream connect error or disconnect/reset before headers', lost],
  ['upstream request timeout', slow],
  ['stream timeout', slow],
  ['no route to host', unreachable],
  // nginx
  ['<title>502 bad gateway</title>', lost],
  ['<title>503 service temporarily unavailable</title>', unreachable],
  ['<title>504 gateway time-out</title>', slow],
  // HAProxy
  ['no server is available to handle this request', unreachable],
  ["the server didn't respond in time", slow],
  // Kubernetes, Traefik, Caddy, Heroku
  ['no endpoints available for service', unreachable],
  ['default backend - 404', unreachable],
  ['no available server', unreachable],
  ['h12: request timeout', slow],
  // Cloudflare and CloudFront
  ['web server is down', unreachable],
  ['origin is unreachable', unreachable],
  ['ssl handshake failed', unreachable],
  ['invalid ssl certificate', unreachable],
  ['web server is returning an unknown error', lost],
  ['a timeout occurred', slow],
  ['cloudflare tunnel error', unreachable],
  ['<title>error: the request could not be satisfied</title>', lost],
  // ngrok and other tunnels
  ['err_ngrok_3200', unreachable],
  ['err_ngrok_8012', unreachable],
];

/** Recognises a proxy's page or sentence; reads the beginning only. */
export function matchProxyText(text: string, side: ClassifyContext['side']): Finding | undefined {
  const head = text.slice(0, 4096).toLowerCase();
  const row = proxyTexts.find(([each]) => head.includes(each))?.[1];
  return row && fromRow(row, side);
}
