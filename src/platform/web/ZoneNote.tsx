import { MINUTE } from '#platform/durations.ts';
import { zonedInput, zoneName } from '#platform/time.ts';
import { useHydrated } from './hydrated.ts';
import { useNow } from './now.tsx';

/**
 * Names the zone of the times shown, on devices in another zone. Rendered after hydration, because only the device
 * knows its zone: reserve space for it.
 */
export function ZoneNote({ zone }: { zone: string }) {
  const now = useNow();
  if (!useHydrated()) return null;
  if (zonedInput(now, zone) === deviceInput(now)) return null;
  return (
    <p className="text-sm text-mute">
      Times in {zone.replaceAll('_', ' ')} ({zoneName(now, zone)})
    </p>
  );
}

/** The device's zone may have a name that its own browser refuses. */
function deviceInput(now: string): string {
  const moment = new Date(now);
  return new Date(moment.getTime() - moment.getTimezoneOffset() * MINUTE).toISOString().slice(0, 16);
}
