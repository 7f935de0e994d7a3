export const SCORE = { min: -1_000_000, max: 10_000_000 } as const;
