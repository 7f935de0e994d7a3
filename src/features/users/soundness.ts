import { sql } from 'kysely';
import { type FindProblems, findRows } from '#database/soundness.ts';
import { accountKey } from '#platform/names.ts';

const sameNames = findRows([
  'two users of one name',
  sql`select name_key as what from users group by name_key having count(*) > 1`,
]);

/** Keys are computed here and never in SQL. */
export const userProblems: FindProblems = async (db) => {
  const named = await db.selectFrom('users').select(['name', 'loose_key']).where('loose_key', 'is not', null).execute();
  const wrong = named.filter(({ name, loose_key }) => loose_key !== accountKey(name));
  return [...(await sameNames(db)), ...wrong.map(({ name }) => `a loose key of another name: ${name}`)];
};
