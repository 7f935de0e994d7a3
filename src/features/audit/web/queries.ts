import { queryOptions } from '@tanstack/react-query';
import { call } from '#platform/web/api.ts';
import type { listAudit } from '../contract.ts';

const OFTEN = 30_000;

/** What organisers changed, newest first. No topic announces it, so it is fetched on every mount. */
export const auditQuery = queryOptions({
  queryKey: ['audit'],
  queryFn: ({ signal }) => call<typeof listAudit>('GET /api/admin/audit', { signal }),
  refetchOnMount: 'always',
  refetchInterval: OFTEN,
});
