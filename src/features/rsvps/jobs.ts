/** Timed work of this slice and of waiting, run by app/server/main.ts. */
import type { Job } from '#database/duties.ts';
import { HOUR } from '#platform/durations.ts';
import { emailsGoneBefore } from '#platform/emails.ts';
import { dropEmails, type PlaceTable } from './store.ts';

/** Deletes emails 30 days after the festival and returns how many. */
export const dropOldEmails = (table: PlaceTable, name: string): Job => ({
  name,
  everyMs: HOUR,
  async run({ db, now, festival }) {
    const before = emailsGoneBefore(festival, now().toISOString());
    return before === null ? 0 : dropEmails(db, table, before);
  },
});
