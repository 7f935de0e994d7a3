import { sql } from 'kysely';
import { type AtFestival, type Duties, findRows } from '#database/duties.ts';
import { HOUR, MINUTE } from '#platform/durations.ts';
import { tellStarts } from './commands.ts';
import { droppedBefore } from './rules.ts';
import * as store from './store.ts';
import { dropNotices } from './store.ts';

const noticeProblems = findRows([
  'a notice of no device',
  sql`select n.visitor_id || ' ' || n.id as what from notices n
    left join visitors v on v.id = n.visitor_id where v.id is null`,
]);

/** Deletes notices when the festival is over and returns how many. */
export const dropOldNotices = {
  name: 'delete the notices of a past festival',
  everyMs: HOUR,
  async run({ db, now, festival }: AtFestival): Promise<number> {
    const before = droppedBefore(festival, now());
    return before === null ? 0 : dropNotices(db, before);
  },
};

export const tellWhatStarts = {
  name: 'tell phones what starts in 15 minutes',
  everyMs: MINUTE,
  run: tellStarts,
};

/** A festival file has no notices: it has no devices, and so nobody to tell. */
export const noticeDuties: Duties = {
  problems: noticeProblems,
  jobs: [dropOldNotices, tellWhatStarts],
  cleared: ['notices'],
  forget: (tx, { visitorId }) => store.forgetNoticesOf(tx, visitorId),
  join: store.giveNotices,
  personal: ['notices'],
};
