import { queryOptions } from '@tanstack/react-query';
import { correctAdminMode } from './state.ts';

const OFTEN = 30_000;

/** Locks this browser as soon as another organiser has ended its session, which touches the topic `sessions`. */
export const ownSessionQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async () => {
    await correctAdminMode();
    return null;
  },
  refetchOnMount: 'always',
  refetchInterval: OFTEN,
});
