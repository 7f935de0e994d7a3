import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from '#platform/web/api.ts';
import type { AuditEntry, AuditFilter, listAudit, listCheckedIn, listCheckIns } from '../contract.ts';
import { PAGE } from '../limits.ts';
import { placedAmong } from '../rules/check-ins.ts';

const OFTEN = 30_000;
export const AUDIT = ['audit'];

type Last = Pick<AuditEntry, 'id' | 'at'>;
const lastOf = (entries: readonly AuditEntry[]): Last | undefined =>
  entries.length < PAGE ? undefined : entries.at(-1);

/**
 * What organisers changed, newest first. Not every change announces it, so it is fetched on every mount. Check-ins are lines of
 * their own, on the page with the changes around them, unless somebody looks for a person or a session.
 */
export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: [...AUDIT, filter],
    queryFn: async ({ signal, pageParam: before }) => {
      const isApart = filter.person === undefined && filter.session === undefined;
      const query = { ...filter, after: before?.id, ...(isApart ? { checkIns: 'apart' as const } : {}) };
      const entries = await request<typeof listAudit>('GET /api/admin/audit', { query, signal });
      const span = { event: filter.event, since: lastOf(entries)?.at, until: before?.at };
      const lines = isApart
        ? await request<typeof listCheckIns>('GET /api/admin/check-ins', { query: span, signal })
        : [];
      return { rows: placedAmong(entries, lines), last: lastOf(entries) };
    },
    initialPageParam: undefined as Last | undefined,
    getNextPageParam: ({ last }) => last,
    select: ({ pages }) => pages.flatMap(({ rows }) => rows),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchInterval: OFTEN,
  });

/** Whom a line of check-ins counts. */
export const checkedInQuery = (eventId: string, hour: string, lastAt: string) =>
  queryOptions({
    queryKey: [...AUDIT, 'checked in', eventId, hour, lastAt],
    queryFn: ({ signal }) =>
      request<typeof listCheckedIn>('GET /api/events/{id}/check-ins', {
        params: { id: eventId },
        query: { hour },
        signal,
      }),
  });
