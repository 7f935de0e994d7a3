import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { FestivalEvent } from '#features/events/contract.ts';
import { useEvents } from '#features/events/web/state.ts';
import { MINE } from '#platform/live.ts';
import { request } from '#platform/web/api.ts';
import { liveList } from '#platform/web/live-list.ts';
import type * as contract from '../contract.ts';
import type { MyCall } from '../rules/shapes.ts';
import { revisionOf } from './parts/rounds.ts';

/** An event's matches; empty before the draw. */
export const matchesQuery = (eventId: string) =>
  liveList({
    queryKey: ['matches', eventId],
    topic: `matches:${eventId}`,
    order: null,
    read: (sending) => request<typeof contract.listMatches>('GET /api/matches', { query: { eventId }, ...sending }),
  });

/** Who won the decided tournaments, and the ten best of the competition. */
export const winnersQuery = queryOptions({
  queryKey: ['winners'],
  queryFn: ({ signal }) => request<typeof contract.listWinners>('GET /api/winners', { signal }),
});

/** Who entered what of a match; `revision` is the match's, so that each change is asked for again. */
export const entriesQuery = (id: string, revision: number) =>
  queryOptions({
    queryKey: ['match entries', id, revision],
    queryFn: ({ signal }) =>
      request<typeof contract.listEntries>('GET /api/matches/{id}/entries', { params: { id }, signal }),
  });

/** Shows the bracket that a write returned, unless the page already has a later one by the live stream. */
export const showWritten = (client: QueryClient, eventId: string, written: contract.Match[]): void =>
  void client.setQueryData(matchesQuery(eventId).queryKey, (shown) =>
    shown !== undefined && revisionOf(shown) > revisionOf(written) ? shown : written,
  );

const byRank = (one: Pick<contract.LeaderboardLine, 'rank'>, other: Pick<contract.LeaderboardLine, 'rank'>): number =>
  one.rank - other.rank;

/** An event's players by rank; empty before the first result. */
export const leaderboardQuery = (eventId: string) =>
  liveList({
    queryKey: ['leaderboard', eventId],
    topic: `leaderboard:${eventId}`,
    order: byRank,
    read: (sending) =>
      request<typeof contract.readLeaderboard>('GET /api/leaderboard', { query: { eventId }, ...sending }),
  });

/** What the desk of a tournament shows of its tables. Read again after every call, result and place of any event. */
export const callsQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['calls', eventId],
    queryFn: ({ signal }) =>
      request<typeof contract.listCalls>('GET /api/events/{id}/calls', { params: { id: eventId }, signal }),
    meta: { topic: 'calls' },
  });

/** The tables that people of this device are called to. Only their own phones read it again at a call. */
export const myCallsQuery = queryOptions({
  queryKey: ['calls', 'my'],
  queryFn: ({ signal }) => request<typeof contract.listMyCalls>('GET /api/calls/my', { signal }),
  meta: { topic: MINE },
});

const NO_CALLS: readonly MyCall[] = [];

const mayCall = ({ bracketDrawn, bracketDecided, queue, status }: FestivalEvent): boolean =>
  (bracketDrawn && !bracketDecided) || (queue && status !== 'completed');

/** Returns the calls of people on this device, the oldest first. Asks only while a tournament is being played, or a queue goes on. */
export function useMyCalls(): readonly MyCall[] {
  const enabled = useEvents().known?.some(mayCall) ?? false;
  const { data = NO_CALLS } = useQuery({ ...myCallsQuery, enabled });
  return enabled ? data : NO_CALLS;
}
