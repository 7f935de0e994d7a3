import { useQuery } from '@tanstack/react-query';
import { useAdminMode } from '#features/access/web/state.ts';
import type { Warning } from '#features/events/contract.ts';
import { warningsQuery } from '#features/events/web/state.ts';
import { burstWarnings } from '#features/limits/rules/words.ts';
import { registrationsQuery } from '#features/limits/web/queries.ts';
import { silenceWarnings } from '#features/screens/rules/silence.ts';
import { screensQuery } from '#features/screens/web/queries.ts';
import { useNow } from '#platform/web/clock.tsx';
import { splitWarnings } from '../../rules.ts';

/** What the server warns organisers of, and what only the person who installed the program can mend. */
type Warnings = { readonly toActOn: readonly Warning[]; readonly ofMachine: readonly Warning[] };

/** Returns no warning while locked. */
export function useWarnings(zone: string): Warnings {
  const { on } = useAdminMode();
  const now = useNow();
  const { data: noticed = [] } = useQuery({ ...warningsQuery, enabled: on });
  const { data: registrations } = useQuery({ ...registrationsQuery, enabled: on });
  const { data: screens = [] } = useQuery({ ...screensQuery, enabled: on });
  if (!on) return { toActOn: [], ofMachine: [] };
  const bursts = burstWarnings(registrations?.bursts ?? [], now, zone);
  return splitWarnings([...bursts, ...silenceWarnings(screens, now), ...noticed]);
}
