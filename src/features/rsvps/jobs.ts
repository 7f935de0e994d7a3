/** Timed work of this slice, run by app/server/main.ts. */
import type { World } from '#features/access/commands.ts';
import { emailsGoneBefore } from './rules.ts';
import { dropEmails } from './store.ts';

/** Deletes e-mails 30 days after the festival; `run` answers how many went. */
export const dropOldEmails = (festival: { lastDay: string; timeZone: string }) => ({
  name: 'delete the e-mails of a past festival',
  everyMs: 3_600_000,
  async run({ db, now }: World): Promise<number> {
    const before = emailsGoneBefore(festival, now().toISOString());
    return before === null ? 0 : dropEmails(db, before);
  },
});
