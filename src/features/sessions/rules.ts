const SHOWN = 8;

/** A session's name in the list of changes: the end of its id, where ids made in one hour differ. */
export const shortSession = (id: string): string => id.slice(-SHOWN);

/** Guessers on one page of the list. */
export const GUESSERS_SHOWN = 10;

/** Pages are counted from 1. */
export const pageOf = (page: number): { limit: number; offset: number } => ({
  limit: GUESSERS_SHOWN,
  offset: (page - 1) * GUESSERS_SHOWN,
});
