/** Minutes; texts in characters. */
export const DURATION = { min: 15, step: 15, max: 1440, fallback: 60 } as const;
/** Minutes. A later event gets a new start time. */
export const LATE = { min: 0, step: 5, max: 180 } as const;
export const CAPACITY = { min: 2, max: 10_000, fallback: 16 } as const;
export const FORMAT = {
  rounds: { min: 1, max: 12 },
  group: { min: 3, max: 8 },
  table: { min: 3, max: 6 },
  tablePoints: 1000,
  minutes: { min: 5, max: 240 },
} as const;
/** Minutes after the start. */
export const RELEASE = { min: 5, max: 60 } as const;
/** Texts in characters. */
export const QUESTIONS = { most: 3, label: 80, choices: { min: 2, max: 12 }, answer: 200, number: 1_000_000 } as const;
export const LENGTHS = { title: 120, location: 120, description: 2000 } as const;
/** `places`: at most so many get points; `max` for one place or for taking part. */
export const EVENT_POINTS = { places: 8, min: 0, max: 10_000 } as const;
export const TABLES = { most: 60, longest: 40, longestReason: 60 } as const;
