import { mutationOptions, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { editEvent, TableSettings } from '#features/events/contract.ts';
import { useEvents } from '#features/events/web/state.ts';
import { MINE } from '#platform/live.ts';
import { call } from '#platform/web/api.ts';
import { liveList } from '#platform/web/live-list.ts';
import type * as contract from '../contract.ts';
import type { Outcome } from '../engine/state.ts';
import { revisionOf } from './parts/rounds.ts';

/** An event's matches; empty before the draw. */
export const matchesQuery = (eventId: string) =>
  liveList({
    queryKey: ['matches', eventId],
    topic: `matches:${eventId}`,
    order: null,
    read: (sending) => call<typeof contract.listMatches>('GET /api/matches', { query: { eventId }, ...sending }),
  });

/** Who entered what of a match; `revision` is the match's, so that each change is asked for again. */
export const entriesQuery = (id: string, revision: number) =>
  queryOptions({
    queryKey: ['match entries', id, revision],
    queryFn: ({ signal }) =>
      call<typeof contract.listEntries>('GET /api/matches/{id}/entries', { params: { id }, signal }),
  });

/** Shows the bracket that a write returned, unless the page already has a later one by the live stream. */
export const showWritten = (client: QueryClient, eventId: string, written: contract.Match[]): void =>
  void client.setQueryData(matchesQuery(eventId).queryKey, (shown) =>
    shown !== undefined && revisionOf(shown) > revisionOf(written) ? shown : written,
  );

const byRank = (one: Pick<contract.Standing, 'rank'>, other: Pick<contract.Standing, 'rank'>): number =>
  one.rank - other.rank;

/** An event's players by rank; empty before the first result. */
export const leaderboardQuery = (eventId: string) =>
  liveList({
    queryKey: ['leaderboard', eventId],
    topic: `leaderboard:${eventId}`,
    order: byRank,
    read: (sending) =>
      call<typeof contract.readLeaderboard>('GET /api/leaderboard', { query: { eventId }, ...sending }),
  });

/** What the desk of a tournament shows of its tables. Read again after every call, result and place of any event. */
export const callsQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['calls', eventId],
    queryFn: ({ signal }) =>
      call<typeof contract.listCalls>('GET /api/events/{id}/calls', { params: { id: eventId }, signal }),
    meta: { topic: 'calls' },
  });

/** The tables that people of this device are called to. Only their own phones read it again at a call. */
export const myCallsQuery = queryOptions({
  queryKey: ['calls', 'my'],
  queryFn: ({ signal }) => call<typeof contract.listMyCalls>('GET /api/calls/my', { signal }),
  meta: { topic: MINE },
});

const NO_CALLS: readonly contract.MyCall[] = [];

/** Returns the calls of people on this device, the oldest first. Asks only while a tournament is being played. */
export function useMyCalls(): readonly contract.MyCall[] {
  const enabled = useEvents().known?.some((event) => event.bracketDrawn && !event.bracketDecided) ?? false;
  const { data = NO_CALLS } = useQuery({ ...myCallsQuery, enabled });
  return enabled ? data : NO_CALLS;
}

export const sawCallMutation = mutationOptions({
  mutationFn: (id: string) => call<typeof contract.sawCall>('POST /api/matches/{id}/call/seen', { params: { id } }),
});

/** Calls a match to a table, or undoes its call with null. */
export const callMatchMutation = mutationOptions({
  mutationFn: async ({ id, table }: { id: string; table: string | null }): Promise<void> => {
    const params = { id };
    if (table === null) await call<typeof contract.endCall>('DELETE /api/matches/{id}/call', { params });
    else await call<typeof contract.callMatch>('PUT /api/matches/{id}/call', { params, body: { table } });
  },
});

type SavedTables = TableSettings & { eventId: string; fixed: { entrantId: string; table: string } };

/** Saves an event's tables, and the table of one player if one is named. */
export const saveTablesMutation = mutationOptions({
  mutationFn: async ({ eventId: id, fixed: { entrantId, table }, ...body }: SavedTables): Promise<void> => {
    await call<typeof editEvent>('PATCH /api/events/{id}', { params: { id }, body });
    if (entrantId === '') return;
    const fixed = { entrantId, table: table === '' ? null : table };
    await call<typeof contract.fixTable>('PUT /api/events/{id}/fixed-tables', { params: { id }, body: fixed });
  },
});

export const generateBracketMutation = mutationOptions({
  mutationFn: ({ eventId, ...body }: { eventId: string } & contract.Draw) =>
    call<typeof contract.generateBracket>('POST /api/events/{id}/generate-bracket', { params: { id: eventId }, body }),
});

export type ResultChange = {
  id: string;
  outcome: Outcome | { kind: 'clear' };
  /** Also clears the results that depend on it. */
  cascade: boolean;
  /** The match's revision, as the organiser saw it. */
  expectedRevision: number;
};

export const changeResultMutation = mutationOptions({
  mutationFn: ({ id, outcome, ...body }: ResultChange) => {
    const params = { id };
    if (outcome.kind === 'clear')
      return call<typeof contract.clearScore>('DELETE /api/matches/{id}/score', { params, body });
    if (outcome.kind === 'score') {
      const [player1Score, player2Score] = outcome.scores;
      return call<typeof contract.enterScore>('PATCH /api/matches/{id}/score', {
        params,
        body: { player1Score, player2Score, ...body },
      });
    }
    const { player, kind } = outcome;
    return call<typeof contract.forfeit>('POST /api/matches/{id}/forfeit', {
      params,
      body: { player, disqualify: kind === 'disqualification', ...body },
    });
  },
});

export const undoResultMutation = mutationOptions({
  mutationKey: ['matches', 'undo'],
  mutationFn: ({ eventId, expectedRevision }: { eventId: string; expectedRevision: number }) =>
    call<typeof contract.undoResult>('POST /api/events/{id}/undo-result', {
      params: { id: eventId },
      body: { expectedRevision },
    }),
});

export type PlayersChange =
  | ({ kind: 'seeds' } & contract.Seeds)
  | ({ kind: 'late' } & contract.LateEntrant)
  | ({ kind: 'substitute' } & contract.Substitute);

export const changePlayersMutation = mutationOptions({
  mutationFn: ({ eventId, change }: { eventId: string; change: PlayersChange }) => {
    const params = { id: eventId };
    const { kind, ...body } = change;
    if ('order' in body) return call<typeof contract.reorderSeeds>('PUT /api/events/{id}/seeds', { params, body });
    if ('entrantId' in body)
      return call<typeof contract.substitute>('POST /api/events/{id}/substitutes', { params, body });
    return call<typeof contract.addLateEntrant>('POST /api/events/{id}/late-entrants', { params, body });
  },
});

/** Forfeits every match that a player who gave up their place would play now. */
export const forfeitAllMutation = mutationOptions({
  mutationFn: ({ eventId, id }: { eventId: string; id: string }) =>
    call<typeof contract.forfeitAll>('POST /api/events/{id}/forfeits', {
      params: { id: eventId },
      body: { entrantId: id },
    }),
});
