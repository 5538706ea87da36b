import { sentences, type Subject } from '../sentences.ts';

/** Where to send messages: a path on the stream's own origin, or why the server's word on it was refused. */
export type EndpointDecision = { readonly path: string } | { readonly refuse: string };

/**
 * Resolves the `endpoint` event of HTTP+SSE against the address of its stream. Another origin is refused: the messages
 * carry the server's credentials.
 */
export function resolveEndpoint({ server, locale }: Subject, stream: URL, endpoint: string): EndpointDecision {
  const said = sentences[locale];
  const url = URL.parse(endpoint.trim(), stream.href);
  if (url === null || endpoint.trim() === '') return { refuse: said.endpointNoAddress(server) };
  if (url.origin !== stream.origin) return { refuse: said.endpointElsewhere(server, url.pathname) };
  return { path: url.pathname + url.search };
}
