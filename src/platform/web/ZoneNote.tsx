import { zoneName } from '#platform/time.ts';
import { useHydrated } from './hydrated.ts';
import { useNow } from './now.tsx';

/**
 * Names the zone of the times shown, on devices in another zone. Rendered after hydration, because only the device
 * knows its zone: reserve space for it.
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
