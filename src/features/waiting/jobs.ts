/** Timed work of this slice, run by app/server/main.ts. */
import type { JobContext } from '#database/duties.ts';
import { emailsGoneBefore } from '#platform/emails.ts';
import { dropEmails } from './store.ts';

/** Deletes e-mails 30 days after the festival and returns how many, as for places. */
export const dropOldEmails = {
  name: 'delete the e-mails in waiting lists of a past festival',
  everyMs: 3_600_000,
  async run({ db, now, festival }: JobContext): Promise<number> {
    const before = emailsGoneBefore(festival, now().toISOString());
    return before === null ? 0 : dropEmails(db, before);
  },
};
