/**
 * What must hold in every database of this program at every moment, asked of its rows and of no code that wrote them.
 * Tests of races and the faults rig judge by it; its own tests show that it sees each kind of damage.
 */
import { type RawBuilder, sql } from 'kysely';
import type { DialectName } from '#database/portable.ts';
import type { Db } from '#database/schema.ts';

type Rows = RawBuilder<{ what: string }>;

const CHECKS: readonly [says: string, rows: Rows][] = [
  [
    'seats taken are not the places held',
    sql`select e.id || ': ' || e.seats_taken || ' and ' || count(r.id) as what from events e
      left join rsvps r on r.event_id = e.id group by e.id, e.seats_taken having e.seats_taken <> count(r.id)`,
  ],
  [
    'more places are held than there are',
    sql`select e.id || ': ' || count(r.id) || ' of ' || e.capacity as what from events e
      join rsvps r on r.event_id = e.id group by e.id, e.capacity having count(r.id) > e.capacity`,
  ],
  [
    'two places of one name',
    sql`select event_id || ' ' || name_key as what from rsvps group by event_id, name_key having count(*) > 1`,
  ],
  ['two users of one name', sql`select name_key as what from users group by name_key having count(*) > 1`],
  ['one key kept twice', sql`select key as what from idempotency_keys group by key having count(*) > 1`],
  ['a key without its answer', sql`select key as what from idempotency_keys where answer is null`],
  [
    'a place of no event',
    sql`select r.id as what from rsvps r left join events e on e.id = r.event_id where e.id is null`,
  ],
  [
    'a bracket of no event',
    sql`select b.event_id as what from brackets b left join events e on e.id = b.event_id where e.id is null`,
  ],
  ['two brackets of one event', sql`select event_id as what from brackets group by event_id having count(*) > 1`],
  [
    'an event that does not know its bracket',
    sql`select e.id as what from events e left join brackets b on b.event_id = e.id
      where e.bracket_drawn <> case when b.event_id is null then 0 else 1 end`,
  ],
  [
    'a result of no bracket or of another draw',
    sql`select r.event_id || ' ' || r.sequence as what from bracket_results r
      left join brackets b on b.event_id = r.event_id and b.draw_id = r.draw_id where b.event_id is null`,
  ],
  [
    'a list of results with a gap or a place taken twice',
    sql`select event_id as what from bracket_results group by event_id
      having min(sequence) <> 0 or count(*) <> max(sequence) + 1 or count(distinct sequence) <> count(*)`,
  ],
];

/** One sentence for each thing wrong; empty when all is sound. */
export async function problemsIn(db: Db, dialect: DialectName): Promise<string[]> {
  const problems: string[] = [];
  for (const [says, query] of CHECKS) {
    const { rows } = await query.execute(db);
    problems.push(...rows.map(({ what }) => `${says}: ${what}`));
  }
  if (dialect === 'sqlite') problems.push(...(await fileProblems(db)));
  return problems;
}

async function fileProblems(db: Db): Promise<string[]> {
  const { rows: pages } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
  const { rows: strays } = await sql<{ table: string }>`pragma foreign_key_check`.execute(db);
  return [
    ...pages.flatMap(({ integrity_check: said }) => (said === 'ok' ? [] : [`the file is damaged: ${said}`])),
    ...strays.map(({ table }) => `a row of ${table} points to nothing`),
  ];
}

/**
 * Of uploads that all name the same users, each with one score for all: what is there now must be one of them and whole.
 * `names` is how many users each of them names; none of them there is whole too.
 */
export async function halfUploads(db: Db, like: string, names: number): Promise<string[]> {
  const rows = await db.selectFrom('users').select(['score']).where('name', 'like', like).execute();
  const scores = [...new Set(rows.map(({ score }) => score))];
  return [
    ...(scores.length > 1 ? [`scores of ${scores.length} uploads stand side by side: ${scores.join(', ')}`] : []),
    ...(rows.length === names || rows.length === 0 ? [] : [`${rows.length} of an upload's ${names} users are there`]),
  ];
}
