/**
 * Ids are UUIDs of version 7: their first 48 bits are the time in milliseconds. So the primary key finds the rows of the last
 * hours, and no index of times is needed, which every registration would pay for.
 */

/** An id is made at most this long before the time that its row carries. */
const LONGEST_WRITE_MS = 60_000;

/**
 * Returns a text that sorts before the id of every row made at `moment` or later, and after those made minutes before. Rows
 * with other ids may sort anywhere: filter by their time as well.
 */
export function idsFrom(moment: Date): string {
  const hex = Math.max(0, moment.getTime() - LONGEST_WRITE_MS)
    .toString(16)
    .padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}
