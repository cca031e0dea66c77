import { randomBytes } from 'node:crypto';

/** Chance and the clock of this machine, as the store takes them. */
export const deps = { now: () => new Date(), randomBytes };
