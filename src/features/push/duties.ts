import type { Duties } from '#database/duties.ts';
import { replaceNames } from '#database/replace-names.ts';
import { dropEndedMessages, sendMessages } from './jobs.ts';

/** Subscriptions go with their device, and rows of the outbox with their subscription. */
export const pushDuties: Duties = {
  jobs: [sendMessages, dropEndedMessages],
  cleared: ['outbox'],
  // What others' phones are still to be told names "somebody".
  async forget(tx, { rows }) {
    const names = rows.map(({ name }) => name);
    await replaceNames(tx, { table: 'outbox', keys: ['key', 'subscription_id'], column: 'body' }, names);
  },
  personal: ['outbox', 'push_subscriptions'],
};
