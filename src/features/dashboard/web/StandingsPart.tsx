import { useQuery } from '@tanstack/react-query';
import { useAdminMode } from '#features/access/web/state.ts';
import { claimsQuery } from '#features/points/claims/web/state.ts';
import { screensQuery } from '#features/screens/web/queries.ts';
import { onDemand } from '#platform/web/on-demand.tsx';
import { OnlinePart } from './OnlinePart.tsx';

const CeremonyDesk = onDemand(() =>
  import('#features/points/web/ceremony/CeremonyDesk.tsx').then((module) => module.CeremonyDesk),
);

/** The freeze and the ceremony, with what they need to know of claims and screens. */
export function StandingsPart({ zone }: { zone: string }) {
  const { on } = useAdminMode();
  const { data: screens = [] } = useQuery({ ...screensQuery, enabled: on });
  const { data: claims = [] } = useQuery({ ...claimsQuery, enabled: on });
  const waiting = claims.filter(({ state }) => state === 'claimed').length;
  return (
    <OnlinePart what="standings">
      <CeremonyDesk zone={zone} screens={screens.map(({ name }) => name)} waitingClaims={waiting} />
    </OnlinePart>
  );
}
