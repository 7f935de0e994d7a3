import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useAdminMode } from '#features/access/web/state.ts';
import { now } from '#platform/web/clock.ts';
import { NoConnection, whenConnected } from '#platform/web/connection.ts';
import type { Ceremony } from '../../contract.ts';
import { PODIUM } from '../../limits.ts';
import { nextStep, toldPlaces } from '../../rules.ts';
import { ceremonyQuery, revealMutation, standingsQuery } from './queries.ts';

type Told = Pick<Ceremony, 'to' | 'places'>;

/** The second press of a double one would tell the next place. */
const REST_MS = 1_000;

/**
 * What the big screen shows. In admin mode it has every place from the beginning on, so `advance` works without network too; the
 * server hears of it when the network is back, unless the ceremony has gone further meanwhile.
 */
export function useCeremony(): Told & { readonly advance: () => void } {
  const { on } = useAdminMode();
  const client = useQueryClient();
  const { data: told } = useQuery(standingsQuery);
  const { data: whole } = useQuery({ ...ceremonyQuery, enabled: on });
  /** How far this screen went by itself. */
  const [own, setOwn] = useState<number | null>(null);
  const { mutate } = useMutation({
    ...revealMutation,
    onSuccess: (moved) => {
      client.setQueryData(ceremonyQuery.queryKey, moved);
      setOwn((present) => (present === moved.to ? null : present));
    },
    onError: (error) => error instanceof NoConnection || setOwn(null),
  });
  useEffect(() => {
    const settle = async () => {
      if (own === null) return;
      const { to } = await client.fetchQuery({ ...ceremonyQuery, staleTime: 0 });
      if (to !== null && to > own) mutate({ to: own, from: to });
      else setOwn(null);
    };
    // What fails is tried again at the next connection; until then the screen keeps its own step.
    return whenConnected(() => void settle().catch(() => undefined));
  }, [own, client, mutate]);

  const lastPress = useRef(0);
  const hasAll = on && whole !== undefined && whole.to !== null;
  const known = hasAll ? whole.to : (told?.to ?? null);
  const to = known === null || own === null ? known : Math.min(known, own);
  const places = hasAll ? toldPlaces(whole.places, to) : (told?.places ?? []);
  const [last, setLast] = useState<Told>({ to: null, places: [] });
  // The podium stays when the freeze has ended.
  if (to !== null && (last.to !== to || last.places.length !== places.length)) setLast({ to, places });
  const shown = to === null && last.to === PODIUM ? last : { to, places };
  return {
    ...shown,
    advance() {
      const next = hasAll && to !== null ? nextStep(whole.places, to) : null;
      const pressed = now();
      if (next === null || pressed - lastPress.current < REST_MS) return;
      lastPress.current = pressed;
      setOwn(next);
      mutate({ to: next, from: to });
    },
  };
}
