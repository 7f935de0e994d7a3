import { useQuery } from '@tanstack/react-query';
import Snowflake from 'lucide-react/icons/snowflake';
import { useEffect, useState } from 'react';
import { MINUTE } from '#platform/durations.ts';
import { clockTime } from '#platform/time.ts';
import { now, useNow } from '#platform/web/clock.tsx';
import { freezeQuery } from './ceremony/queries.ts';

const minuteAfter = (iso: string): string => new Date(Date.parse(iso) + MINUTE).toISOString();

/** Whether the moment has come, by the server's clock: the page's own time is up to 30 s behind it. */
export function useReached(at: string | null): boolean {
  const tick = useNow();
  const [reached, setReached] = useState<string | null>(null);
  useEffect(() => {
    // What is more than a minute ahead is looked at again at the next tick.
    const ms = at === null || at > minuteAfter(tick) ? null : Date.parse(at) - now();
    if (ms === null) return;
    const timer = setTimeout(setReached, Math.max(0, ms), at);
    return () => clearTimeout(timer);
  }, [at, tick]);
  return at !== null && (at <= tick || reached === at);
}

/** Returns since when the standings are frozen; null when they are not. */
export function useFrozenAt(enabled = true): string | null {
  const at = useQuery({ ...freezeQuery, enabled }).data?.at ?? null;
  return useReached(at) ? at : null;
}

/** What a field says whose text people read before the ceremony. */
export const useReasonHint = (): string | undefined =>
  useFrozenAt() === null ? undefined : 'The scoreboard is frozen, and this is read before the ceremony: write no sum.';

/** Says that the scores on this page are those of an earlier moment. */
export function FrozenNote({ zone }: { zone: string }) {
  const at = useFrozenAt();
  return (
    <div role="status">
      {at !== null && (
        <p className="flex items-center gap-2.5 rounded-xl border border-line bg-panel px-4 py-2.5 font-semibold">
          <Snowflake aria-hidden="true" className="size-5 shrink-0 text-sky" />
          {`Standings of ${clockTime(at, zone)}. The rest is told at the ceremony.`}
        </p>
      )}
    </div>
  );
}
