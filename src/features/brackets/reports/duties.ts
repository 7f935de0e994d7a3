import { sql } from 'kysely';
import { type Duties, findRows } from '#database/duties.ts';

export const reportDuties: Duties = {
  problems: findRows([
    'a report of a match of no bracket',
    sql`select r.match_id as what from match_reports r left join brackets b on b.event_id = r.event_id
      where b.event_id is null`,
  ]),
  // They go with their visitor, and are no part of a festival's file. Two phones that said the same cannot both go to one.
  join: async (tx, { from }) => {
    await tx.deleteFrom('match_reports').where('visitor_id', '=', from).execute();
  },
  personal: ['match_reports'],
};
