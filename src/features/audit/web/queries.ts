import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { call } from '#platform/web/api.ts';
import type { AuditFilter, listAudit } from '../contract.ts';
import { PAGE } from '../limits.ts';

const OFTEN = 30_000;
export const AUDIT = ['audit'];

/**
 * What organisers changed, newest first. Not every change announces it, so it is fetched on every mount. Check-ins would fill the
 * whole list, so they are in it only when it is narrowed.
 */
export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: [...AUDIT, filter],
    queryFn: ({ signal, pageParam: after }) => {
      const isNarrowed = Object.keys(filter).length > 0;
      const query = { ...filter, after, ...(isNarrowed ? {} : { checkIns: 'apart' as const }) };
      return call<typeof listAudit>('GET /api/admin/audit', { query, signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (entries) => (entries.length < PAGE ? undefined : entries.at(-1)?.id),
    select: ({ pages }) => pages.flat(),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchInterval: OFTEN,
  });
