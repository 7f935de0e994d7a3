/** Most characters. */
export const LENGTHS = { location: 120, secret: 100 } as const;
export const MOST_DEVICES = 3;
export const MOST_HELPERS = 200;
