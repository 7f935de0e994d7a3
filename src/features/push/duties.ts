import type { Duties } from '#database/duties.ts';

/** Subscriptions go with their device, and rows of the outbox with their subscription. */
export const pushDuties: Duties = {
  cleared: ['outbox'],
  personal: ['outbox', 'push_subscriptions'],
};
