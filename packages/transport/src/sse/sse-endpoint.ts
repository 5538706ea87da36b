/** Where to send messages: a path on the stream's own origin, or why the server's word on it was refused. */
export type EndpointDecision = { readonly path: string } | { readonly refuse: string };

/**
 * Resolves the `endpoint` event of HTTP+SSE against the address of its stream. Another origin is refused: the messages
 * carry the server's credentials.
 */
export function resolveEndpoint(server: string, stream: URL, endpoint: string): EndpointDecision {
  const url = URL.parse(endpoint.trim(), stream.href);
  if (url === null || endpoint.trim() === '')
    return { refuse: `The server "${server}" named an endpoint that is no address.` };
  if (url.origin !== stream.origin) {
    return {
      refuse: `The server "${server}" asked for its messages at another origin, path "${url.pathname}"; that was refused.`,
    };
  }
  return { path: url.pathname + url.search };
}
