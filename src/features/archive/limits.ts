/** Most events in one CSV of a programme. */
export const MOST_PROGRAMME_ROWS = 2000;

/**
 * Largest file of a whole festival: twenty pictures take 27, and 20,000 people with everything of theirs some 20. deploy/ has it, too:
 * nginx.conf and Caddyfile let one more through.
 */
export const LARGEST_FESTIVAL_MIB = 64;

/** Largest table of a programme: MOST_PROGRAMME_ROWS events with long descriptions take 6. Its JSON is at most twice as large. */
export const LARGEST_PROGRAMME_MB = 8;
