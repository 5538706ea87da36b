/** A contender that could not be measured, and why. */
export interface Missing {
  readonly name: string;
  readonly missing: string;
}

/** The rows of those that could not be measured. */
export function missingRows(missing: ReadonlyMap<string, string>): readonly Missing[] {
  return [...missing].map(([name, why]) => ({ name, missing: why }));
}

/** What an error says, whatever was thrown. */
export function inWords(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
