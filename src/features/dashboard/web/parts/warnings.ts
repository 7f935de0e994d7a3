import { useQuery } from '@tanstack/react-query';
import { useAdminMode } from '#features/access/web/state.ts';
import type { Warning } from '#features/events/contract.ts';
import { warningsQuery } from '#features/events/web/state.ts';
import { burstWarnings } from '#features/limits/rules/words.ts';
import { registrationsQuery } from '#features/limits/web/queries.ts';
import { silenceWarnings } from '#features/screens/rules/silence.ts';
import { screensQuery } from '#features/screens/web/queries.ts';
import { useNow } from '#platform/web/clock.tsx';

/** Returns what the server warns organisers of; nothing while locked. */
export function useWarnings(zone: string): Warning[] {
  const { on } = useAdminMode();
  const now = useNow();
  const { data: noticed = [] } = useQuery({ ...warningsQuery, enabled: on });
  const { data: registrations } = useQuery({ ...registrationsQuery, enabled: on });
  const { data: screens = [] } = useQuery({ ...screensQuery, enabled: on });
  return on
    ? [...burstWarnings(registrations?.bursts ?? [], now, zone), ...silenceWarnings(screens, now), ...noticed]
    : [];
}
