import { sql } from 'kysely';
import { z } from 'zod';
import { fromFlag } from '#database/portable.ts';
import type { Db } from '#database/schema.ts';
import { findRows, type Soundness } from '#database/soundness.ts';
import { id } from '#platform/contract.ts';
import { atOnce } from '#platform/steps.ts';
import { fromJson, json, stamp, storable } from '#platform/stored.ts';
import { BracketEntry, DrawOptions, LINES_AT_MOST, StoredEntrants } from './contract.ts';
import { canBePlayed } from './engine/replay.ts';
import { ENTRANTS } from './engine/seeding.ts';
import { stateOf } from './rules/bracket.ts';

const KIB = 1024;
const session = storable(64).nullable();

const TableEntrants = z
  .array(StoredEntrants.element.extend({ visitorId: id().exactOptional() }))
  .min(ENTRANTS.min, 'has fewer than 2 players')
  .max(ENTRANTS.max);

const rows = {
  brackets: z.object({
    event_id: id(),
    draw_id: id(),
    entrants: json(TableEntrants, 256 * KIB),
    options: json(DrawOptions, KIB),
    drawn_at: stamp(),
    drawn_by: session,
    drawn_revision: z.int().min(1),
  }),
  bracket_results: z.object({
    event_id: id(),
    sequence: z
      .int()
      .min(0)
      .max(LINES_AT_MOST - 1),
    draw_id: id(),
    entry: json(BracketEntry, KIB),
    entered_at: stamp(),
    session_id: session,
  }),
};

const findStrays = findRows(
  [
    'a bracket of no event',
    sql`select b.event_id as what from brackets b left join events e on e.id = b.event_id where e.id is null`,
  ],
  ['two brackets of one event', sql`select event_id as what from brackets group by event_id having count(*) > 1`],
  [
    'an event that does not know its bracket',
    sql`select e.id as what from events e left join brackets b on b.event_id = e.id
      where e.bracket_drawn <> case when b.event_id is null then 0 else 1 end
        or (b.event_id is null and e.bracket_decided is not null)`,
  ],
  [
    'a result of no bracket or of another draw',
    sql`select r.event_id || ' ' || r.sequence as what from bracket_results r
      left join brackets b on b.event_id = r.event_id and b.draw_id = r.draw_id where b.event_id is null`,
  ],
  [
    'a list of results with a gap or a number taken twice',
    sql`select event_id as what from bracket_results group by event_id
      having min(sequence) <> 0 or count(*) <> max(sequence) + 1 or count(distinct sequence) <> count(*)`,
  ],
);

const Stored = z.object({
  entrants: fromJson(TableEntrants),
  options: fromJson(DrawOptions),
  lines: z.array(z.object({ entry: fromJson(BracketEntry) })),
});

/**
 * Returns brackets that are impossible, not of their event's tournament type, or decided without their event knowing it
 * or the other way round. Skips rows with an invalid shape.
 */
async function findUnplayable(db: Db): Promise<string[]> {
  const drawn = await db
    .selectFrom('brackets')
    .innerJoin('events', 'events.id', 'brackets.event_id')
    .select(['event_id', 'entrants', 'options', 'tournament_type', 'bracket_decided'])
    .orderBy('event_id')
    .execute();
  const problems: string[] = [];
  for (const { event_id, entrants, options, tournament_type, bracket_decided } of drawn) {
    const lines = await db
      .selectFrom('bracket_results')
      .select('entry')
      .where('event_id', '=', event_id)
      .orderBy('sequence')
      .limit(LINES_AT_MOST)
      .execute();
    const { data: stored } = Stored.safeParse({ entrants, options, lines });
    if (stored === undefined) continue;
    if (stored.options.tournamentType !== tournament_type) problems.push(`a bracket of another kind: ${event_id}`);
    if (!atOnce(canBePlayed({ ...stored, entries: stored.lines.map(({ entry }) => entry) })))
      problems.push(`a bracket with results that could not be entered: ${event_id}`);
    // Null: the job has not looked yet.
    else if (bracket_decided !== null && fromFlag(bracket_decided) !== stateOf(stored).over)
      problems.push(`an event that does not know whether its bracket is decided: ${event_id}`);
  }
  return problems;
}

export const bracketSoundness: Soundness<'brackets' | 'bracket_results'> = {
  rows,
  problems: async (db) => [...(await findStrays(db)), ...(await findUnplayable(db))],
};
