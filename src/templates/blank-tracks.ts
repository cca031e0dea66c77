/** The initial tiers of a ranking without a template, the same in every language. */
export const blankTracks = ['S', 'A', 'B', 'C', 'D', 'F'] as const;
