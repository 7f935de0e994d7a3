import { queryOptions } from '@tanstack/react-query';
import { request } from '#platform/web/api.ts';
import type * as contract from '../contract.ts';

const OFTEN = 15_000;

/** For organisers. What walls say about themselves touches no topic: it is asked for. */
export const screensQuery = queryOptions({
  queryKey: ['screens'],
  queryFn: ({ signal }) => request<typeof contract.listScreens>('GET /api/screens', { signal }),
  refetchOnMount: 'always',
  refetchInterval: OFTEN,
});

/** `former` is the name until now. */
type Plan = contract.ScreenPlan & { former: string; name: string; expectedRevision: number };

export const putPlan = ({ former, ...body }: Plan) =>
  request<typeof contract.putScreen>('PUT /api/screens/{name}', { params: { name: former }, body });
