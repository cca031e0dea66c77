const dayMs = 24 * 60 * 60 * 1000;

/** Lifetime of a login session, in milliseconds. */
export const sessionLimits = {
  /** After the last use. */
  idleMs: 7 * dayMs,
  /** After the login, regardless of use. */
  absoluteMs: 30 * dayMs,
} as const;
