export const SCORE = { min: -1_000_000, max: 10_000_000 } as const;

/** Six letters are one of 887 million: with 10,000 accounts one guess in 88,000 is right. */
export const CODE_LENGTH = 6;

export const BADGE_GROUP_LIMIT = 60;
