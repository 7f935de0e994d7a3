/** Limits of the contract and options of the form. Durations are in minutes, texts in characters. */
export const DURATION = { min: 15, step: 15, max: 1440, fallback: 60 } as const;
/** Minutes. What is later than this gets a new start time. */
export const LATE = { min: 0, step: 5, max: 180 } as const;
export const CAPACITY = { min: 2, max: 10_000, fallback: 16 } as const;
export const LENGTHS = { title: 120, location: 120, description: 2000 } as const;
/** Points of an event: for how many places at most, and what one place or taking part may give. */
export const EVENT_POINTS = { places: 8, min: 0, max: 10_000 } as const;
/** Of an event: how many tables, and how long the name of one and the reason why it is closed. */
export const TABLES = { most: 60, longest: 40, longestReason: 60 } as const;
