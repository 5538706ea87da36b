// Names of tools are `server__tool`: two underscores, or one at an end, would let two servers make the same name.
/** What a server may be called. */
export const serverNamePattern = /^(?!.*__)[A-Za-z0-9]([A-Za-z0-9_-]{0,62}[A-Za-z0-9-])?$/;

/** Says why a server cannot have this name, or nothing where it can; `hint` is a name near it that is free of the fault. */
export function refuseServerName(name: string): { readonly message: string; readonly hint?: string } | undefined {
  if (name.toLowerCase() === 'breakwater') {
    return { message: 'The server name "breakwater" is reserved for the gateway itself.' };
  }
  if (serverNamePattern.test(name)) return undefined;

  const message = name.includes('__')
    ? 'A server name cannot contain "__", which separates the names of server and tool.'
    : 'A server name consists of letters, digits, "-" and single "_", begins with a letter or digit, does not end with "_", and has at most 64 characters.';
  const better = name
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/_+/g, '_')
    .slice(0, 64)
    .replace(/^[_-]+|[_-]+$/g, '');
  return serverNamePattern.test(better) ? { message, hint: `For example "${better}".` } : { message };
}
