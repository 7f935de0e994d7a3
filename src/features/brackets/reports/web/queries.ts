import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEvents } from '#features/events/web/state.ts';
import { useFestival } from '#features/festival/web/queries.ts';
import { MINE } from '#platform/live.ts';
import { request } from '#platform/web/api.ts';
import { useHydrated } from '#platform/web/hydrated.ts';
import type { enterScore, Match } from '../../contract.ts';
import type { listReports, Report, Version } from '../contract.ts';

const read = ({ signal }: { signal: AbortSignal }) => request<typeof listReports>('GET /api/reports', { signal });

/** What was said of the matches of people of this device. */
const myReportsQuery = queryOptions({
  queryKey: ['reports', 'my'],
  queryFn: async (asked) => (await read(asked)).filter(({ isOwn }) => isOwn),
  meta: { topic: MINE },
});

/** What waits for the judges. Asked for each minute too, because what nobody answers comes with time. */
export const reportsQuery = queryOptions({
  queryKey: ['reports'],
  queryFn: read,
  meta: { topic: 'reports' },
  refetchInterval: 60_000,
});

const NO_REPORTS: readonly Report[] = [];

/** Asks only while a tournament is played of which players report results. */
export function useMyReports(): readonly Report[] {
  const { reports = false } = useFestival();
  const isPlayed = useEvents().known?.some((event) => event.reports && event.bracketDrawn && !event.bracketDecided);
  const enabled = reports && isPlayed === true;
  const { data = NO_REPORTS } = useQuery({ ...myReportsQuery, enabled });
  return useHydrated() && enabled ? data : NO_REPORTS;
}

/** A judge enters one of the versions. */
export const enterVersion = ({ id }: Match, revision: number, { result }: Version) =>
  request<typeof enterScore>('PATCH /api/matches/{id}/score', {
    params: { id },
    body: { ...result, expectedRevision: revision },
  });
