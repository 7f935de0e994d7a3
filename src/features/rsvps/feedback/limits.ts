/** Characters. */
export const TEXT = 300;
export const STARS = { min: 1, max: 5 } as const;
