export const PLACES_PER_VISITOR = 6;
