import { sql } from 'kysely';
import { z } from 'zod';
import { type Duties, findRows } from '#database/duties.ts';
import { giveFields } from '#database/rows.ts';
import type { Db } from '#database/schema.ts';
import { id } from '#platform/contract.ts';
import { listChangedMatches, listLeaderboard } from './commands/reads.ts';
import { ENTRANTS_OF_A_TREE } from './engine/elimination.ts';
import { stateOf } from './rules/bracket.ts';
import { canBePlayed, checkBrackets } from './rules/file.ts';
import { BracketEntry, DrawOptions, LINES_AT_MOST, StoredEntrants } from './rules/stored.ts';
import * as store from './store/brackets.ts';

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
    'a call of no bracket, of another draw or of an event that is over',
    sql`select c.match_id as what from match_calls c
      left join brackets b on b.event_id = c.event_id and b.draw_id = c.draw_id
      join events e on e.id = c.event_id
      where b.event_id is null or e.deleted_at is not null or e.status = 'completed'`,
  ],
  [
    'a list of results with a gap or a number taken twice',
    sql`select event_id as what from bracket_results group by event_id
      having min(sequence) <> 0 or count(*) <> max(sequence) + 1 or count(distinct sequence) <> count(*)`,
  ],
);

const Stored = z.object({
  entrants: z
    .array(StoredEntrants.element.extend({ visitorId: id().exactOptional() }))
    .min(ENTRANTS_OF_A_TREE.min)
    .max(ENTRANTS_OF_A_TREE.max),
  options: DrawOptions,
  entries: z.array(BracketEntry).max(LINES_AT_MOST),
});

/**
 * Returns brackets that are impossible, not of their event's tournament type, or decided without their event knowing it
 * or the other way round.
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
      .execute();
    const entries = lines.map(({ entry }) => JSON.parse(entry));
    const { data: stored } = Stored.safeParse({
      entrants: JSON.parse(entrants),
      options: JSON.parse(options),
      entries,
    });
    if (stored === undefined) {
      problems.push(`a bracket that cannot be read: ${event_id}`);
      continue;
    }
    if (stored.options.tournamentType !== tournament_type) problems.push(`a bracket of another kind: ${event_id}`);
    if (!canBePlayed(stored)) problems.push(`a bracket with results that could not be entered: ${event_id}`);
    else if ((bracket_decided === 1) !== stateOf({ ...stored, lines: stored.entries.map((entry) => ({ entry })) }).over)
      problems.push(`an event that does not know whether its bracket is decided: ${event_id}`);
  }
  return problems;
}

const bracketProblems = async (db: Db): Promise<string[]> => [...(await findStrays(db)), ...(await findUnplayable(db))];

export const bracketDuties: Duties = {
  problems: bracketProblems,
  live: [
    { topic: 'matches', isFamily: true, short: false, read: listChangedMatches },
    { topic: 'leaderboard', isFamily: true, short: true, read: listLeaderboard },
  ],
  archived: { key: 'brackets', read: store.readBrackets, check: checkBrackets, write: store.writeBrackets },
  listEventsOf: store.listEventsOfEntrants,
  join: (tx, joining) => giveFields(tx, { table: 'brackets', json: 'entrants' }, joining),
  personal: ['match_calls'],
  forget: store.forgetEntrants,
  anonymise: store.anonymiseBrackets,
};
