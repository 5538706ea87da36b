/**
 * Parses JSON with its numbers kept digit for digit: each is an opaque `JSON.rawJSON` value that {@link stringifyLossless}
 * writes as it came.
 *
 * @throws {SyntaxError} For text that is no JSON.
 */
export function parseLossless(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown, context?: { readonly source?: string }) =>
    typeof value === 'number' && context?.source !== undefined ? raw.rawJSON(context.source) : value,
  );
}

/** Writes what {@link parseLossless} read. */
export function stringifyLossless(value: unknown): string {
  return JSON.stringify(value);
}

/** Whether a value is a number that was kept as its digits. */
export function isRawNumber(value: unknown): boolean {
  return raw.isRawJSON(value);
}

// Sound: Node has had both since version 21; the ES library of this TypeScript target doesn't list them yet.
const raw = JSON as unknown as { rawJSON(text: string): unknown; isRawJSON(value: unknown): boolean };
