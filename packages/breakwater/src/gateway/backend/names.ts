import type { Message } from '@breakwater/core';

/** Stands between a server's key and a name; no key may contain it, so the first one always divides. */
const separator = '__';

/** The name under which hosts see a tool or a prompt of one of several servers. */
export function exposedName(server: string, name: string): string {
  return `${server}${separator}${name}`;
}

/** The server and the original name behind an exposed name; an empty server where it has no separator. */
export function splitExposed(exposed: string): { readonly server: string; readonly name: string } {
  const at = exposed.indexOf(separator);
  return at < 0
    ? { server: '', name: exposed }
    : { server: exposed.slice(0, at), name: exposed.slice(at + separator.length) };
}

/** The name that a `tools/call` or `prompts/get` asks for; undefined where it names none. */
export function nameOf(message: Message): string | undefined {
  const span = message.find(message.paramsSpan, 'name');
  const name = span === undefined ? undefined : message.valueAt(span);
  return typeof name === 'string' ? name : undefined;
}
