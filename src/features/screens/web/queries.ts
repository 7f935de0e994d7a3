import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '#platform/web/api.ts';
import type * as contract from '../contract.ts';

const OFTEN = 15_000;

/** For organisers. What walls say about themselves touches no topic: it is asked for. */
export const screensQuery = queryOptions({
  queryKey: ['screens'],
  queryFn: ({ signal }) => call<typeof contract.listScreens>('GET /api/screens', { signal }),
  refetchOnMount: 'always',
  refetchInterval: OFTEN,
});

/** `former` is the name until now. */
export type Plan = contract.ScreenPlan & { former: string; name: string; expectedRevision: number };

export const putScreenMutation = mutationOptions({
  mutationFn: ({ former, ...body }: Plan) =>
    call<typeof contract.putScreen>('PUT /api/screens/{name}', { params: { name: former }, body }),
});

export const removeScreenMutation = mutationOptions({
  mutationFn: (name: string) => call<typeof contract.removeScreen>('DELETE /api/screens/{name}', { params: { name } }),
});

export const showNowMutation = mutationOptions({
  mutationFn: ({ name, page }: { name: string; page: contract.ScreenPage | null }) =>
    call<typeof contract.showNow>('PUT /api/screens/{name}/now', { params: { name }, body: { page } }),
});

export const nameScreenMutation = mutationOptions({
  mutationFn: ({ code, name }: { code: string; name: string }) =>
    call<typeof contract.nameScreen>('PUT /api/screen-codes/{code}', { params: { code }, body: { name } }),
});
