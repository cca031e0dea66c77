/** The tiers of a ranking of one's own to begin with, the same in every language. */
export const blankTracks = ['S', 'A', 'B', 'C', 'D', 'F'] as const;
