import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useUpdatedAt } from '#platform/web/data-age.ts';
import { leaderboardQuery, matchesQuery } from '../queries.ts';

/** Milliseconds between two requests (docs/behaviour.md "Display"). */
const POLL = 5_000;
/** Milliseconds after which a request without a response is aborted and repeated. */
const ANSWER_LIMIT_MS = 15_000;

/** A display runs for days and must keep its data while the network is down. */
const POLLING = {
  refetchInterval: POLL,
  refetchIntervalInBackground: true,
  gcTime: Number.POSITIVE_INFINITY,
} as const;

/** An event's leaderboard and bracket, always the newest that could be had; `isStale` when that may no longer be true. */
export function useTournamentFeed(eventId: string) {
  const standings = useQuery({ ...leaderboardQuery(eventId), ...POLLING });
  const matches = useQuery({ ...matchesQuery(eventId), ...POLLING });
  const read = [useUpdatedAt(leaderboardQuery(eventId).queryKey), useUpdatedAt(matchesQuery(eventId).queryKey)];
  const asOf = read.includes(null) ? null : (read.sort()[0] ?? null);
  const unanswered = useUnanswered(eventId, asOf);
  return {
    standings: standings.data,
    matches: matches.data,
    /** When both were last known to be true; null before that. */
    asOf,
    isStale: standings.isError || matches.isError || unanswered,
  };
}

function useUnanswered(eventId: string, asOf: string | null): boolean {
  const client = useQueryClient();
  const [since, setSince] = useState<string | null | undefined>(undefined);
  useEffect(() => {
    const timer = setInterval(() => {
      setSince(asOf);
      void client.invalidateQueries({ queryKey: leaderboardQuery(eventId).queryKey });
      void client.invalidateQueries({ queryKey: matchesQuery(eventId).queryKey });
    }, ANSWER_LIMIT_MS);
    return () => clearInterval(timer);
  }, [client, eventId, asOf]);
  return since === asOf;
}
