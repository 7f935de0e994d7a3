import type { Clocked, Duties, Job } from '#database/duties.ts';
import { MINUTE, SECOND } from '#platform/durations.ts';
import { deliverDue } from './commands.ts';
import { dropEnded, hasDue } from './store.ts';

/** Timed work of this slice, run by app/server/main.ts, which wakes it when something was told. */
export const sendMessages: Job = {
  name: 'send push messages',
  everyMs: SECOND,
  hasWork: ({ db, now }) => hasDue(db, now().toISOString()),
  run: deliverDue,
};

export const dropEndedMessages = {
  name: 'delete push messages that have ended',
  everyMs: MINUTE,
  run: ({ db, now }: Clocked) => dropEnded(db, now().toISOString()),
};

/** Subscriptions go with their device, and rows of the outbox with their subscription. */
export const pushDuties: Duties = {
  jobs: [sendMessages, dropEndedMessages],
  cleared: ['outbox'],
  personal: ['outbox', 'push_subscriptions'],
};
