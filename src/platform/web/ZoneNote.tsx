import { zoneName } from '#platform/time.ts';
import { useHydrated } from './hydrated.ts';
import { useNow } from './now.tsx';

/**
 * Names the zone of the times shown, on devices whose own clock reads differently. Only the device knows that, so it
 * appears after hydration: give it a place that is kept free.
 */
export function ZoneNote({ zone }: { zone: string }) {
  const now = useNow();
  if (!useHydrated()) return null;
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (sameClock(now, zone, here)) return null;
  return (
    <p className="text-sm text-mute">
      Times in {zone.replaceAll('_', ' ')} ({zoneName(now, zone)})
    </p>
  );
}

const sameClock = (now: string, one: string, other: string): boolean =>
  new Date(now).toLocaleString('en-US', { timeZone: one }) ===
  new Date(now).toLocaleString('en-US', { timeZone: other });
