import { Message, metaKeys, withMeta, type Span } from '@breakwater/core';

/** An error that names no request, as one that does. */
export function underId(id: string, error: Message): Message {
  if (error.errorSpan === undefined) return error;
  return Message.read(`{"jsonrpc":"2.0","id":${id},"error":${error.slice(error.errorSpan)}}`, error.isDamaged);
}

/** Names the caller's own id as the subscription that a message belongs to. */
export function retag(message: Message, of: Span | undefined, id: string): Message {
  const span = message.find(of, '_meta', metaKeys.subscriptionId);
  return span === undefined ? message : message.edit([{ ...span, replacement: id }]);
}

/** The message with our id as its progress token, and the token it had. */
export function withToken(message: Message, id: string, wantProgress: boolean): readonly [Message, string | undefined] {
  if (!wantProgress && !message.mentions('progressToken')) return [message, undefined];
  const meta = message.find(message.paramsSpan, '_meta');
  const token = message.find(meta, 'progressToken');
  if (token !== undefined) return [message.edit([{ ...token, replacement: id }]), message.slice(token)];
  return [wantProgress ? withMeta(message, 'params', { progressToken: Number(id) }) : message, undefined];
}
