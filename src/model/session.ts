const dayMs = 24 * 60 * 60 * 1000;

/** How long somebody stays logged in, in milliseconds. */
export const sessionLimits = {
  /** When the session is not used. */
  idleMs: 7 * dayMs,
  /** However much it is used. */
  absoluteMs: 30 * dayMs,
} as const;
