import { queryOptions } from '@tanstack/react-query';
import { request } from '#platform/web/api.ts';
import type { readCeremony, readFreeze, revealStandings } from '../../contract.ts';

const poll = 30_000;

/** What everybody may know of a freeze. Kept while the network is away: a big screen shows it for days. */
export const freezeQuery = queryOptions({
  queryKey: ['standings'],
  queryFn: ({ signal }) => request<typeof readFreeze>('GET /api/standings/freeze', { signal }),
  gcTime: Number.POSITIVE_INFINITY,
  meta: { poll },
});

/** Every place of the ceremony. Ask for it only in admin mode. */
export const ceremonyQuery = queryOptions({
  queryKey: ['standings', 'ceremony'],
  queryFn: ({ signal }) => request<typeof readCeremony>('GET /api/standings/ceremony', { signal }),
  gcTime: Number.POSITIVE_INFINITY,
  meta: { poll },
});

export type Reveal = Parameters<typeof request<typeof revealStandings>>[1]['body'];

export const reveal = (body: Reveal) => request<typeof revealStandings>('POST /api/standings/reveal', { body });
