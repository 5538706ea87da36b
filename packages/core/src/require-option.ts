/**
 * Refuses a number option that cannot be meant.
 *
 * @throws {RangeError} Names the option, what was expected and what came.
 */
export function requireInteger(name: string, value: number, { min }: { readonly min: number }): void {
  if (!Number.isInteger(value) || value < min)
    throw new RangeError(`Expected \`${name}\` to be an integer ≥ ${min}, got ${value}.`);
}

/**
 * Refuses a length of time that cannot be meant.
 *
 * @throws {RangeError} Names the option, what was expected and what came.
 */
export function requireDuration(name: string, value: number): void {
  if (!Number.isFinite(value) || value <= 0)
    throw new RangeError(`Expected \`${name}\` to be a number of milliseconds above 0, got ${value}.`);
}
