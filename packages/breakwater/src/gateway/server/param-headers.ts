/**
 * The arguments that a tool's schema wants mirrored in `Mcp-Param-*` headers (2026-07-28, `x-mcp-header`): the ending of
 * the header and the plain value. Undefined where the tool is unknown or wants none.
 *
 * @param definition The tool as its server has listed it.
 * @param readArguments Called for tools that want some, since most want none and arguments may be long.
 */
export function paramHeadersOf(
  definition: string | undefined,
  readArguments: () => unknown,
): Readonly<Record<string, unknown>> | undefined {
  if (definition === undefined || !definition.includes('x-mcp-header')) return undefined;
  // Sound: the text is a definition that the scanner has found to be well-formed; each member is looked at before it is used.
  const { inputSchema } = JSON.parse(definition) as { readonly inputSchema?: unknown };
  const properties = isRecord(inputSchema) && isRecord(inputSchema['properties']) ? inputSchema['properties'] : {};
  const args = readArguments();
  const headers: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(properties)) {
    const header = isRecord(schema) ? schema['x-mcp-header'] : undefined;
    if (typeof header === 'string' && isRecord(args) && Object.hasOwn(args, name)) headers[header] = args[name];
  }
  return headers;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
