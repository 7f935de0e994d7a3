export const SECONDS = { min: 5, max: 600 } as const;
export const MOST_PAGES = 30;
export const MOST_SCREENS = 60;
export const CODE_MINUTES = 10;
/** Codes that work at the same time: anybody may ask for one. */
export const MOST_CODES = 500;
