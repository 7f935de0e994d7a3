/** The staff list as this phone knows it: the server's, or the one it kept, with the taps that wait. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useConnected } from '#platform/web/connection.ts';
import { withTaps } from '../../rules/waiting-taps.ts';
import { staffListQuery } from '../queries.ts';
import { keepRoster, keptRoster } from './kept-rosters.ts';
import { useKeptTaps } from './kept-taps.ts';

export function useStaffList(eventId: string) {
  const { data, isError, refetch } = useQuery(staffListQuery(eventId));
  const isConnected = useConnected();
  const { waiting: all } = useKeptTaps();
  useEffect(() => {
    if (data !== undefined) keepRoster(eventId, data);
  }, [eventId, data]);
  useEffect(() => {
    // Now, because it cannot be loaded once the network is away.
    void import('./send-taps.ts').catch(() => undefined);
  }, []);
  const isMissing = data === undefined && (isError || !isConnected);
  const kept = useMemo(() => (isMissing ? keptRoster(eventId) : undefined), [isMissing, eventId]);
  const known = data ?? kept?.rsvps;
  const waiting = useMemo(() => all.filter((tap) => tap.eventId === eventId), [all, eventId]);
  const rows = useMemo(() => known && withTaps(known, waiting), [known, waiting]);
  return { known, rows, waiting, isError, refetch, keptAt: data === undefined ? kept?.at : undefined };
}
