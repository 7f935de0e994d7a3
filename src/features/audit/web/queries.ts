import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { call } from '#platform/web/api.ts';
import type { AuditFilter, listAudit } from '../contract.ts';
import { PAGE } from '../limits.ts';

const OFTEN = 30_000;
export const AUDIT = ['audit'];

/** What organisers changed, newest first. Not every change announces it, so it is fetched on every mount. */
export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: [...AUDIT, filter],
    queryFn: ({ signal, pageParam }) =>
      call<typeof listAudit>('GET /api/admin/audit', { query: { ...filter, after: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)?.id),
    select: ({ pages }) => pages.flat(),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchInterval: OFTEN,
  });
