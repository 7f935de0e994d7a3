import { type Insertable, type RawBuilder, sql } from 'kysely';
import { pauses } from '#platform/server/turns.ts';
import type { Joining, Owned } from './duties.ts';
import type { Db, Schema } from './schema.ts';

export async function giveRows(db: Db, { table, json }: Owned, joining: Joining): Promise<void> {
  const column = json === undefined ? sql`` : sql`, ${sql.ref(json)} = ${withOwner(json, joining)}`;
  await sql`update ${sql.table(table)} set visitor_id = ${joining.to}${column} where visitor_id = ${joining.from}`.execute(
    db,
  );
}

export async function giveFields(db: Db, { table, json }: Required<Owned>, joining: Joining): Promise<void> {
  const where = sql`${sql.ref(json)} like ${`%${joining.from}%`}`;
  await sql`update ${sql.table(table)} set ${sql.ref(json)} = ${withOwner(json, joining)} where ${where}`.execute(db);
}

/** Quotes within the texts of JSON are escaped, so only its fields are found. */
function withOwner(json: string, { from, to }: Joining): RawBuilder<string> {
  const named = (field: string, id: string) => `"${field}":"${id}"`;
  const row = sql`replace(${sql.ref(json)}, ${named('visitor_id', from)}, ${named('visitor_id', to)})`;
  return sql`replace(${row}, ${named('visitorId', from)}, ${named('visitorId', to)})`;
}

/** Milliseconds between making an id and the time stored in its row. */
const LONGEST_WRITE_MS = 60_000;

/**
 * UUIDs of version 7 begin with 48 bits of time in milliseconds, so the primary key finds the rows of the last hours.
 * Every registration would pay for an index on times. Sorts before every id made at `moment` or later, and after those
 * made minutes before. Ids of other origin sort anywhere, so filter by time too.
 */
export function idsFrom(moment: Date): string {
  return timePart(Math.max(0, moment.getTime() - LONGEST_WRITE_MS));
}

function timePart(milliseconds: number): string {
  const hex = milliseconds.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}

export function laterId(id: string, aheadMs: number): string {
  const made = Number.parseInt(id.slice(0, 13).replace('-', ''), 16);
  return timePart(made + aheadMs) + id.slice(13);
}

/** Rows per statement, below SQLite's limit of values. */
const PIECE = 100;

/** Yields between statements. */
export async function insertAll<T extends keyof Schema, Item>(
  db: Db,
  table: T,
  items: readonly Item[],
  rowOf: (item: Item) => Insertable<Schema[T]>,
): Promise<void> {
  const rest = pauses();
  for (let from = 0; from < items.length; from += PIECE) {
    const rows = items.slice(from, from + PIECE).map(rowOf);
    await db.insertInto(table).values(rows).execute();
    await rest();
  }
}
