import type { Duties } from '#database/duties.ts';

import { dropEndedMessages, sendMessages } from './jobs.ts';

/** Subscriptions go with their device, and rows of the outbox with their subscription. */
export const pushDuties: Duties = {
  jobs: [sendMessages, dropEndedMessages],
  cleared: ['outbox'],
  personal: ['outbox', 'push_subscriptions'],
};
