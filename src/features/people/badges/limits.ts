export const MOST_ATTENDEES = 2000;

/** MOST_ATTENDEES long names and groups take 0.5. */
export const LARGEST_ATTENDEES_MB = 1;
