import { sql } from 'kysely';
import type { Duties } from '#database/duties.ts';

import { dropEndedMessages, sendMessages } from './jobs.ts';

/** Subscriptions go with their device, and rows of the outbox with their subscription. */
export const pushDuties: Duties = {
  jobs: [sendMessages, dropEndedMessages],
  cleared: ['outbox'],
  // Those that staff typed. Others name events, whose titles stay, or go with their call.
  typed: [
    {
      table: 'outbox',
      key: 'key',
      column: 'body',
      fields: ['title', 'body'],
      at: 'due_at',
      only: sql`kind in ('urgent', 'points')`,
    },
  ],
  personal: ['outbox', 'push_subscriptions'],
};
