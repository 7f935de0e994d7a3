/** Timed work of this slice, run by app/server/main.ts. */
import type { AtFestival } from '#database/duties.ts';
import { HOUR, MINUTE } from '#platform/durations.ts';
import { tellStarts } from './commands.ts';
import { droppedBefore } from './rules.ts';
import { dropNotices } from './store.ts';

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
