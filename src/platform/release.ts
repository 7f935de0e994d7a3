/**
 * The header of every answer: which build sent it. An answer without it is not the program's: a hotel's login page answers
 * every address with 200.
 */
export const RELEASE_HEADER = 'x-release';
