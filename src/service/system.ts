import { randomBytes } from 'node:crypto';

/** Randomness and the clock of this machine, in the form that the store takes. */
export const deps = { now: () => new Date(), randomBytes };
