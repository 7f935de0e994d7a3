/** Limits of the contract and the form. Texts in characters. */
export const LENGTHS = { line: 60, address: 200, link: 500, text: 2000 } as const;
export const MOST_CATEGORIES = 12;
/** Where the facts say nothing. */
export const ASK_ABOVE_POINTS = 100;

/** How often one person may do a mission, as the form has it: '2 times', 'no limit'. */
export const limitWords = (limit: number | null): string => (limit === null ? 'no limit' : `${limit} times`);
