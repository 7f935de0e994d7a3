import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '#platform/web/api.ts';
import type { readSubscription, renewSubscription } from '../contract.ts';

export const subscriptionQuery = queryOptions({
  queryKey: ['calendar', 'subscription'],
  queryFn: ({ signal }) => call<typeof readSubscription>('GET /api/calendar/subscription', { signal }),
  // Another device may have made it void, and nothing announces that.
  gcTime: 0,
  // `gcTime` deletes on a timer, so that a quick reopening still finds the old answer.
  refetchOnMount: 'always',
});

export const renewSubscriptionMutation = mutationOptions({
  mutationFn: () => call<typeof renewSubscription>('POST /api/calendar/subscription'),
});
