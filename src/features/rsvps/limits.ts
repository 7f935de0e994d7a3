/** In one event. */
export const PLACES_PER_VISITOR = 6;
