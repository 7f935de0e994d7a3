/** SQL for whose a row is, when one visitor joins another. */
import { type RawBuilder, sql } from 'kysely';
import type { Joining, Owned } from './duties.ts';
import type { Db } from './schema.ts';

/** Updates the owner of the rows of a table. */
export async function giveRows(db: Db, { table, json }: Owned, joining: Joining): Promise<void> {
  const column = json === undefined ? sql`` : sql`, ${sql.ref(json)} = ${withOwner(json, joining)}`;
  await sql`update ${sql.table(table)} set visitor_id = ${joining.to}${column} where visitor_id = ${joining.from}`.execute(
    db,
  );
}

/** Updates the owner inside the JSON of a small table. */
export async function giveFields(db: Db, { table, json }: Required<Owned>, joining: Joining): Promise<void> {
  const where = sql`${sql.ref(json)} like ${`%${joining.from}%`}`;
  await sql`update ${sql.table(table)} set ${sql.ref(json)} = ${withOwner(json, joining)} where ${where}`.execute(db);
}

/** Quotes within the texts of JSON are escaped, so that only its fields are found. */
function withOwner(json: string, { from, to }: Joining): RawBuilder<string> {
  const named = (field: string, id: string) => `"${field}":"${id}"`;
  const row = sql`replace(${sql.ref(json)}, ${named('visitor_id', from)}, ${named('visitor_id', to)})`;
  return sql`replace(${row}, ${named('visitorId', from)}, ${named('visitorId', to)})`;
}
