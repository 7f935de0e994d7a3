export const MOST_PROGRAMME_ROWS = 2000;

/** Twenty pictures take 27, 20,000 people some 20. deploy/nginx.conf and Caddyfile let one more through. */
export const LARGEST_FESTIVAL_MIB = 64;

/** MOST_PROGRAMME_ROWS events with long descriptions take 6. The JSON is at most twice as large. */
export const LARGEST_PROGRAMME_MB = 8;
