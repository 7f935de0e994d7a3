/** Which codes of walls go when there are too many: anybody may ask for one. */
import { MINUTE } from '#platform/durations.ts';

/** How often it is written that a wall asked for its name, and that a computer which is not paired shows a screen. */
export const NOTE_MS = MINUTE / 2;

export type CodeRow = {
  readonly code: string;
  readonly made_at: string;
  readonly network: string;
  readonly polled_at: string | null;
};

/**
 * Returns the codes over `most`. One that no wall has asked for in the last minute goes first, then one of the network with the
 * most, then the oldest: 520 requests of a stranger end the stranger's own codes.
 */
export function codesToDrop(rows: readonly CodeRow[], most: number, now: Date): string[] {
  const left = rows.toSorted((one, other) => one.made_at.localeCompare(other.made_at));
  const counts = new Map<string, number>();
  for (const { network } of rows) counts.set(network, (counts.get(network) ?? 0) + 1);
  const isShown = ({ polled_at }: CodeRow) => polled_at !== null && now.getTime() - Date.parse(polled_at) <= MINUTE;
  const dropped: string[] = [];
  while (left.length > most) {
    const rank = (row: CodeRow) => (isShown(row) ? 0 : rows.length + 1) + (counts.get(row.network) ?? 0);
    const worst = left.reduce((first, row, at) => (rank(row) > rank(left[first] ?? row) ? at : first), 0);
    const [row] = left.splice(worst, 1);
    if (row === undefined) break;
    counts.set(row.network, (counts.get(row.network) ?? 1) - 1);
    dropped.push(row.code);
  }
  return dropped;
}
