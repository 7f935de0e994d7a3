/** Guessers per page. */
export const GUESSERS_SHOWN = 10;

/** Pages are counted from 1. */
export const pageOf = (page: number): { limit: number; offset: number } => ({
  limit: GUESSERS_SHOWN,
  offset: (page - 1) * GUESSERS_SHOWN,
});
