import { expect, it } from 'vitest';

import { createFault } from './create-fault.ts';
import { FaultError, isFaultError } from './fault-error.ts';

const fault = createFault(
  { kind: 'locked', executed: 'no', cause: new Error('row 7 of /srv/db') },
  { correlationId: 'bw-1' },
);

it('carries the fault as data', () => {
  const error = new FaultError(fault);

  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({ name: 'FaultError', message: fault.message, fault });
});

it('is known by its mark, also when another copy of the package made it', () => {
  const foreign = Object.assign(new Error('x'), { [Symbol.for('breakwater.fault')]: true });

  expect([new FaultError(fault), foreign].map(isFaultError)).toEqual([true, true]);
  expect([new Error('x'), { fault }, null, 'FaultError', undefined].some(isFaultError)).toBe(false);
});

it('leaves the cause behind when it is written as JSON', () => {
  expect(JSON.parse(JSON.stringify(new FaultError(fault)))).toMatchObject({ kind: 'locked', correlationId: 'bw-1' });
  expect(JSON.stringify(new FaultError(fault))).not.toMatch(/srv|cause/u);
});
