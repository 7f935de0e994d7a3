import { queryOptions, useQuery } from '@tanstack/react-query';
import { useUnsentPlaces } from '#features/rsvps/web/unsent/place-writes.ts';
import { MINE } from '#platform/live.ts';
import { request } from '#platform/web/api.ts';
import type { listMyNotices } from '../contract.ts';

/** This device's notices, newest first. Of the pages only My schedule carries them. */
export const myNoticesQuery = queryOptions({
  queryKey: ['notices', 'my'],
  queryFn: ({ signal }) => request<typeof listMyNotices>('GET /api/notices/my', { signal }),
  meta: { topic: MINE },
});

/** Whether there is a notice that nobody has seen on this device, for a dot in the menu. */
export function useHasNews(): boolean {
  const { data = false } = useQuery({ ...myNoticesQuery, select: (notices) => notices.some(({ seen }) => !seen) });
  return useUnsentPlaces().ended.length > 0 || data;
}
