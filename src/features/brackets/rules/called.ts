/** A call in words, for the server and for phones. */
import { TABLES } from '#features/events/limits.ts';

/** "table 4", "Table 4"; a table that has a name keeps it: "Stage". */
export const atTable = (table: string, begins = false): string =>
  /^\p{Nd}/u.test(table) ? `${begins ? 'Table' : 'table'} ${table}` : table;

/** "Table 4 now, against Wanda" */
export const calledWords = (table: string, opponents: readonly string[]): string =>
  `${atTable(table, true)} now, against ${opponents.join(', ') || 'nobody'}`;

/** Milliseconds for which players have time to come to their table. */
export const TIME_TO_COME = 300_000;

/** "4:59", "0:00" */
export const timeLeft = (calledAt: string, now: number): string => {
  const seconds = Math.ceil(Math.max(0, Date.parse(calledAt) + TIME_TO_COME - now) / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

/** Returns the names of tables that an organiser typed: "3" → 1, 2, 3; "Stage, 1" → Stage, 1. */
export function namedTables(typed: string): string[] {
  const names = typed.split(/[,\n]/).map((name) => name.trim());
  const count = names.length === 1 && /^\d{1,2}$/.test(names[0] ?? '') ? Number(names[0]) : 0;
  return count > 0 && count <= TABLES.most
    ? Array.from({ length: count }, (_, index) => String(index + 1))
    : names.filter(Boolean);
}
