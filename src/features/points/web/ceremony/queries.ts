import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '#platform/web/api.ts';
import type { freezeStandings, readCeremony, readStandings, revealStandings } from '../../contract.ts';

const poll = 30_000;

/** What everybody may know of a freeze. Kept while the network is away: a big screen shows it for days. */
export const standingsQuery = queryOptions({
  queryKey: ['standings'],
  queryFn: ({ signal }) => call<typeof readStandings>('GET /api/standings/freeze', { signal }),
  gcTime: Number.POSITIVE_INFINITY,
  meta: { poll },
});

/** Every place of the ceremony. Ask for it only in admin mode. */
export const ceremonyQuery = queryOptions({
  queryKey: ['standings', 'ceremony'],
  queryFn: ({ signal }) => call<typeof readCeremony>('GET /api/standings/ceremony', { signal }),
  gcTime: Number.POSITIVE_INFINITY,
  meta: { poll },
});

type Freeze = Parameters<typeof call<typeof freezeStandings>>[1]['body'];

export const freezeMutation = mutationOptions({
  mutationFn: (body: Freeze) => call<typeof freezeStandings>('PUT /api/standings/freeze', { body }),
});

type Reveal = Parameters<typeof call<typeof revealStandings>>[1]['body'];

export const revealMutation = mutationOptions({
  mutationFn: (body: Reveal) => call<typeof revealStandings>('POST /api/standings/reveal', { body }),
});
