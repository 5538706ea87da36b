import { faultKinds as allKinds, type FaultKind } from '@breakwater/core';

type Renumbered = Exclude<FaultKind, 'cancelled'>;

/** The kinds of fault that can have another number on the legacy wire; a cancelled call has none, since nothing is sent for it. */
// Sound: all kinds but that one are left, and there are many.
export const faultKinds = allKinds.filter((kind) => kind !== 'cancelled') as [Renumbered, ...Renumbered[]];
