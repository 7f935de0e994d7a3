/** What a form says without a connection. */
const LONGEST_MS = 2 * 60 * 60_000;

export const NO_CONNECTION = 'No connection. We will send this when you are back online';
export const HOW_LONG = 'for 2 hours or until it starts';
export const HAS_BEGUN = 'No connection. This event has begun, so it can’t wait.';

/** Returns until when a write may wait; null for an event that has begun. */
export const keptUntil = (startTime: string, now: Date): string | null =>
  Date.parse(startTime) <= now.getTime()
    ? null
    : new Date(Math.min(Date.parse(startTime), now.getTime() + LONGEST_MS)).toISOString();
