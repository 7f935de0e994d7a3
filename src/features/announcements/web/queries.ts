import { queryOptions } from '@tanstack/react-query';
import { request } from '#platform/web/api.ts';
import { now } from '#platform/web/clock.tsx';
import type { AnnouncementBoard, listAnnouncements } from '../contract.ts';

const REFRESH = 30_000;

/** The announcements. Refetched on mount even when the page arrived with a list. */
export const announcementsQuery = queryOptions({
  queryKey: ['announcements'],
  queryFn: async ({ signal }): Promise<AnnouncementBoard> => {
    const heard: { age: string | null } = { age: null };
    const announcements = await request<typeof listAnnouncements>('GET /api/discord/announcements', {
      signal,
      hear: (header) => {
        heard.age = header('x-data-age');
      },
    });
    return { announcements, asOf: heard.age === null ? null : secondsAgo(Number(heard.age)) };
  },
  refetchInterval: REFRESH,
  refetchOnMount: 'always',
});

const secondsAgo = (seconds: number): string => new Date(now() - seconds * 1000).toISOString();
