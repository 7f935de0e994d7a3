import type { AtFestival, Duties } from '#database/duties.ts';
import { HOUR } from '#platform/durations.ts';
import { droppedBefore } from './rules.ts';
import * as store from './store.ts';

export const dropEndedMessages = {
  name: 'delete the messages of a past festival',
  everyMs: HOUR,
  async run({ db, now, festival }: AtFestival): Promise<number> {
    const before = droppedBefore(festival, now());
    return before === null ? 0 : store.dropEnded(db, before);
  },
};

/** A festival file has no messages: they are of the moment. */
export const messageDuties: Duties = {
  live: [{ topic: 'messages', isFamily: false, short: true, read: (db, _, ids) => store.listPublic(db, ids) }],
  jobs: [dropEndedMessages],
  cleared: ['messages'],
  anonymise: store.clearNames,
};
