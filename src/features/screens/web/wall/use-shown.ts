/** Which page a wall shows, that it says so, and that it lives for days. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '#platform/web/api.ts';
import { now } from '#platform/web/clock.ts';
import { connectedNow, isOurs, probe, whenConnected } from '#platform/web/connection.ts';
import { hasOtherBuild } from '#platform/web/page-build.ts';
import type { Screen, ShownPage } from '../../contract.ts';
import { type Facts, pageAt, type Shown } from '../../rules/page-at.ts';
import { tellMutation } from './queries.ts';

const SECOND = 1_000;
/** A part of a millisecond would be waited for again and again. */
const wholeNow = () => Math.round(now());

/** Looks at every second of the server's clock: pages and their parts change then, on all walls at once. */
export function useShown(screen: Pick<Screen, 'pages' | 'now'>, facts: Facts): Shown {
  const [at, setAt] = useState(wholeNow);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      timer = setTimeout(
        () => {
          setAt(wholeNow());
          wait();
        },
        SECOND - (wholeNow() % SECOND),
      );
    };
    wait();
    return () => clearTimeout(timer);
  }, []);
  return pageAt(screen, at, facts);
}

const TELL_MS = 30_000;

/**
 * Organisers see which page the wall shows. What is not heard of is told again soon. Without a name it tells nothing. At another address
 * than PUBLIC_URL the server refuses it: then it stops, and returns the sentence that names the right address.
 */
export function useTelling(name: string | null, { kind, eventId }: ShownPage): string | null {
  const { mutate, error } = useMutation(tellMutation);
  const refusal = error instanceof ApiError && error.status === 403 ? (error.sentence ?? null) : null;
  const tells = name !== null && refusal === null;
  useEffect(() => {
    if (!tells) return undefined;
    const tell = () => mutate({ name, shows: { kind, eventId } });
    tell();
    const timer = setInterval(tell, TELL_MS);
    return () => clearInterval(timer);
  }, [tells, name, kind, eventId, mutate]);
  return refusal;
}

/** Phones ask in longer pauses; walls are few, and nobody touches them. */
const ASK_MS = 3_000;
/** While servers of two builds answer in turn a wall does not reload for each. */
const CALM_MS = 60_000;

/** Asks for everything as soon as the network is back, and loads a new build once the server has the whole page. */
export function useRenewal(): void {
  const client = useQueryClient();
  useEffect(() => {
    const look = async () => {
      if (!connectedNow()) return probe();
      if (!hasOtherBuild() || performance.now() < CALM_MS) return;
      const page = await fetch(location.href).catch(() => null);
      if (page?.ok && isOurs(page)) location.reload();
    };
    const timer = setInterval(() => void look(), ASK_MS);
    const stop = whenConnected(() => void client.invalidateQueries());
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [client]);
}
