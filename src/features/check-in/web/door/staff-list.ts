/** The staff list as this phone knows it: the server's, or the one it kept, with the taps that wait. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useConnected } from '#platform/web/connection.ts';
import { withTaps } from '../../rules/taps.ts';
import { staffListQuery } from '../queries.ts';
import { keepRoster, rosterOf } from './rosters.ts';
import { useTaps } from './taps.ts';

export function useStaffList(eventId: string) {
  const { data, isError, refetch } = useQuery(staffListQuery(eventId));
  const isConnected = useConnected();
  const { unsent: all } = useTaps();
  useEffect(() => {
    if (data !== undefined) keepRoster(eventId, data);
  }, [eventId, data]);
  useEffect(() => {
    // Now, because it cannot be loaded once the network is away. Safari before 17 fetches what is imported already at its first `import()`.
    const code = [
      import('./send-taps.ts'),
      import('#platform/web/unsent-sender.ts'),
      import('#platform/web/unsent-writes.ts'),
    ];
    void Promise.all(code).catch(() => undefined);
  }, []);
  const isMissing = data === undefined && (isError || !isConnected);
  const kept = useMemo(() => (isMissing ? rosterOf(eventId) : undefined), [isMissing, eventId]);
  const known = data ?? kept?.rsvps;
  const waiting = useMemo(() => all.filter(({ body }) => body.eventId === eventId), [all, eventId]);
  const rows = useMemo(() => known && withTaps(known, waiting), [known, waiting]);
  return { known, rows, waiting, isError, refetch, keptAt: data === undefined ? kept?.at : undefined };
}
