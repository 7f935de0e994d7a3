import { mutationOptions, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { editEvent, TableSettings } from '#features/events/contract.ts';
import { useEvents } from '#features/events/web/queries.ts';
import { MINE } from '#platform/live.ts';
import { call } from '#platform/web/api.ts';
import { liveList } from '#platform/web/live-list.ts';
import type {
  addLateEntrant,
  callMatch,
  clearScore,
  Draw,
  endCall,
  enterScore,
  fixTable,
  forfeit,
  forfeitAll,
  generateBracket,
  LateEntrant,
  listCalls,
  listEntries,
  listMatches,
  listMyCalls,
  Match,
  MyCall,
  readLeaderboard,
  reorderSeeds,
  Seeds,
  Standing,
  Substitute,
  sawCall,
  substitute,
  undoResult,
} from '../contract.ts';
import type { Outcome } from '../engine/entries.ts';
import { revisionOf } from './parts/rounds.ts';

/** An event's matches; empty before the draw. */
export const matchesQuery = (eventId: string) =>
  liveList({
    queryKey: ['matches', eventId],
    topic: `matches:${eventId}`,
    order: null,
    read: (sending) => call<typeof listMatches>('GET /api/matches', { query: { eventId }, ...sending }),
  });

/** Who entered what of a match; `revision` is the match's, so that each change is asked for again. */
export const entriesQuery = (id: string, revision: number) =>
  queryOptions({
    queryKey: ['match entries', id, revision],
    queryFn: ({ signal }) => call<typeof listEntries>('GET /api/matches/{id}/entries', { params: { id }, signal }),
  });

/** Shows the bracket that a write returned, unless the page already has a later one by the live stream. */
export const showWritten = (client: QueryClient, eventId: string, written: Match[]): void =>
  void client.setQueryData(matchesQuery(eventId).queryKey, (shown) =>
    shown !== undefined && revisionOf(shown) > revisionOf(written) ? shown : written,
  );

const byRank = (one: Pick<Standing, 'rank'>, other: Pick<Standing, 'rank'>): number => one.rank - other.rank;

/** An event's players by rank; empty before the first result. */
export const leaderboardQuery = (eventId: string) =>
  liveList({
    queryKey: ['leaderboard', eventId],
    topic: `leaderboard:${eventId}`,
    order: byRank,
    read: (sending) => call<typeof readLeaderboard>('GET /api/leaderboard', { query: { eventId }, ...sending }),
  });

/** What the desk of a tournament shows of its tables. Read again after every call, result and place of any event. */
export const callsQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['calls', eventId],
    queryFn: ({ signal }) => call<typeof listCalls>('GET /api/events/{id}/calls', { params: { id: eventId }, signal }),
    meta: { topic: 'calls' },
  });

/** The tables that people of this device are called to. Only their own phones read it again at a call. */
const myCallsQuery = queryOptions({
  queryKey: ['calls', 'my'],
  queryFn: ({ signal }) => call<typeof listMyCalls>('GET /api/calls/my', { signal }),
  meta: { topic: MINE },
});

const NO_CALLS: readonly MyCall[] = [];

/** Returns the calls of people on this device, the oldest first. Asks only while a tournament is being played. */
export function useMyCalls(): readonly MyCall[] {
  const enabled = useEvents().known?.some((event) => event.bracketDrawn && !event.bracketDecided) ?? false;
  const { data = NO_CALLS } = useQuery({ ...myCallsQuery, enabled });
  return enabled ? data : NO_CALLS;
}

export const sawCallMutation = mutationOptions({
  mutationKey: ['calls', 'seen'],
  mutationFn: (id: string) => call<typeof sawCall>('POST /api/matches/{id}/call/seen', { params: { id } }),
});

/** Calls a match to a table, or undoes its call with null. */
export const callMatchMutation = mutationOptions({
  mutationKey: ['calls', 'call'],
  mutationFn: async ({ id, table }: { id: string; table: string | null }): Promise<void> => {
    const params = { id };
    if (table === null) await call<typeof endCall>('DELETE /api/matches/{id}/call', { params });
    else
      await call<typeof callMatch>('PUT /api/matches/{id}/call', {
        params,
        body: table === undefined ? {} : { table },
      });
  },
});

type SavedTables = TableSettings & { eventId: string; fixed: { entrantId: string; table: string } };

/** Saves an event's tables, and the table of one player if one is named. */
export const saveTablesMutation = mutationOptions({
  mutationKey: ['calls', 'tables'],
  mutationFn: async ({ eventId: id, fixed: { entrantId, table }, ...body }: SavedTables): Promise<void> => {
    await call<typeof editEvent>('PATCH /api/events/{id}', { params: { id }, body });
    if (entrantId === '') return;
    const fixed = { entrantId, table: table === '' ? null : table };
    await call<typeof fixTable>('PUT /api/events/{id}/fixed-tables', { params: { id }, body: fixed });
  },
});

export const generateBracketMutation = mutationOptions({
  mutationKey: ['matches', 'generate'],
  mutationFn: ({ eventId, ...body }: { eventId: string } & Draw) =>
    call<typeof generateBracket>('POST /api/events/{id}/generate-bracket', { params: { id: eventId }, body }),
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
  mutationKey: ['matches', 'result'],
  mutationFn: ({ id, outcome, ...body }: ResultChange) => {
    const params = { id };
    if (outcome.kind === 'clear') return call<typeof clearScore>('DELETE /api/matches/{id}/score', { params, body });
    if (outcome.kind === 'score') {
      const [player1Score, player2Score] = outcome.scores;
      return call<typeof enterScore>('PATCH /api/matches/{id}/score', {
        params,
        body: { player1Score, player2Score, ...body },
      });
    }
    const { player, kind } = outcome;
    return call<typeof forfeit>('POST /api/matches/{id}/forfeit', {
      params,
      body: { player, disqualify: kind === 'disqualification', ...body },
    });
  },
});

export const undoResultMutation = mutationOptions({
  mutationKey: ['matches', 'undo'],
  mutationFn: ({ eventId, expectedRevision }: { eventId: string; expectedRevision: number }) =>
    call<typeof undoResult>('POST /api/events/{id}/undo-result', {
      params: { id: eventId },
      body: { expectedRevision },
    }),
});

export type PlayersChange =
  | ({ kind: 'seeds' } & Seeds)
  | ({ kind: 'late' } & LateEntrant)
  | ({ kind: 'substitute' } & Substitute);

export const changePlayersMutation = mutationOptions({
  mutationKey: ['matches', 'players'],
  mutationFn: ({ eventId, change }: { eventId: string; change: PlayersChange }) => {
    const params = { id: eventId };
    const { kind, ...body } = change;
    if ('order' in body) return call<typeof reorderSeeds>('PUT /api/events/{id}/seeds', { params, body });
    if ('entrantId' in body) return call<typeof substitute>('POST /api/events/{id}/substitutes', { params, body });
    return call<typeof addLateEntrant>('POST /api/events/{id}/late-entrants', { params, body });
  },
});

/** Forfeits every match that a player who gave up their place would play now. */
export const forfeitAllMutation = mutationOptions({
  mutationKey: ['matches', 'forfeit all'],
  mutationFn: ({ eventId, id }: { eventId: string; id: string }) =>
    call<typeof forfeitAll>('POST /api/events/{id}/forfeits', { params: { id: eventId }, body: { entrantId: id } }),
});
