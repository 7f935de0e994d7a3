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
  const hex = Math.max(0, moment.getTime() - LONGEST_WRITE_MS)
    .toString(16)
    .padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}
