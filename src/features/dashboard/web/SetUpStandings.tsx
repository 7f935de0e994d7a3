import { useQuery } from '@tanstack/react-query';
import { useAdminMode } from '#features/access/web/state.ts';
import { claimsQuery } from '#features/points/claims/web/state.ts';
import { CeremonyDesk } from '#features/points/web/ceremony/CeremonyDesk.tsx';
import { screensQuery } from '#features/screens/web/queries.ts';

/** The freeze and the ceremony, with what they need to know of claims and screens. */
export function SetUpStandings({ zone }: { zone: string }) {
  const { on } = useAdminMode();
  const { data: screens = [] } = useQuery({ ...screensQuery, enabled: on });
  const { data: claims = [] } = useQuery({ ...claimsQuery, enabled: on });
  const waiting = claims.filter(({ state }) => state === 'claimed').length;
  return <CeremonyDesk zone={zone} screens={screens.map(({ name }) => name)} waitingClaims={waiting} />;
}
