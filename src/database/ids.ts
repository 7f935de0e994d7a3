/**
 * Ids are UUIDs of version 7, which begin with 48 bits of time in milliseconds. The primary key so finds the rows of
 * the last hours without an index on times, which every registration would pay for.
 */

/** Longest time in milliseconds between making an id and the time stored in its row. */
const LONGEST_WRITE_MS = 60_000;

/**
 * Returns a text that sorts before the id of every row made at `moment` or later, and after those made minutes before.
 * Ids of other origin sort anywhere, so filter by time too.
 */
export function idsFrom(moment: Date): string {
  return timePart(Math.max(0, moment.getTime() - LONGEST_WRITE_MS));
}

/** The first 13 characters of ids that are made then. */
function timePart(milliseconds: number): string {
  const hex = milliseconds.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}

/** Returns the id as if it had been made so many milliseconds later, for a clock that is ahead. */
export function laterId(id: string, aheadMs: number): string {
  const made = Number.parseInt(id.slice(0, 13).replace('-', ''), 16);
  return timePart(made + aheadMs) + id.slice(13);
}
