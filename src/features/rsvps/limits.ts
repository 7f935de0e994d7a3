/** Places one visitor may take in one event. */
export const PLACES_PER_VISITOR = 6;
