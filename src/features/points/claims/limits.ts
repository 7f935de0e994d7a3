/** Characters. */
export const LENGTHS = { task: 300, worth: 40, note: 200, reason: 200 } as const;
export const GIVEN = { min: 1, max: 1_000_000 } as const;
export const MOST_OPEN = 10;
/** The oldest that wait, or the newest of a device. */
export const MOST_LISTED = 500;
