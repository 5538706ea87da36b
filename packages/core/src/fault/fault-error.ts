import type { Fault } from './fault.ts';
import { toWireData, type WireFault } from './wire.ts';

const brand: unique symbol = Symbol.for('breakwater.fault');

/** Thrown at the public edge; tell faults apart by `fault.kind`, never by message. */
export class FaultError extends Error {
  override readonly name = 'FaultError';
  readonly fault: Fault;
  /** @internal */
  readonly [brand] = true;

  constructor(fault: Fault, options?: ErrorOptions) {
    super(fault.message, options);
    this.fault = fault;
  }

  /** What a peer would see: an error that is written into a log or an answer does not take its cause along. */
  toJSON(): WireFault {
    return toWireData(this.fault);
  }
}

/** Also true for an error made by another copy of this package, where `instanceof` is not. */
export function isFaultError(value: unknown): value is FaultError {
  return typeof value === 'object' && value !== null && brand in value;
}
