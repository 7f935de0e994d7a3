/** Milliseconds from which an answer is slow, for the warning and for the chart. */
export const SLOW_MS = 500;
