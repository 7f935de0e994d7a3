import { useQuery } from '@tanstack/react-query';
import { useAdminMode } from '#features/access/web/state.ts';
import { useFestival } from '#features/festival/web/queries.ts';
import { claimsQuery } from '#features/points/claims/web/state.ts';
import { BulkUpload } from '#features/points/scores/web/BulkUpload.tsx';
import { UserScores } from '#features/points/scores/web/UserScores.tsx';
import { ceremonyQuery, freezeQuery } from '#features/points/web/ceremony/queries.ts';
import { useReached } from '#features/points/web/FrozenNote.tsx';
import { tickerTime } from '#platform/time.ts';
import { claimsState, standingsState } from '../rules.ts';
import { AdminFold } from './AdminPart.tsx';
import { ClaimsPart } from './ClaimsPart.tsx';
import { StandingsPart } from './StandingsPart.tsx';

/** The tab User Scores: all that is done about points. */
export const ScoresPanel = ({ zone }: { zone: string }) => (
  <UserScores>
    <div className="border-b border-line">
      <Claims />
      <Standings zone={zone} />
      <AdminFold as="h3" id="bulk-upload" title="Upload scores" state="From a file: CSV, TSV, TXT or JSON">
        <BulkUpload />
      </AdminFold>
    </div>
  </UserScores>
);

function Claims() {
  const { on } = useAdminMode();
  const { claims: hasClaims = false } = useFestival();
  const { data: claims } = useQuery({ ...claimsQuery, enabled: on && hasClaims });
  if (!hasClaims) return null;
  return (
    <AdminFold as="h3" id="claims" title="Points for missions" state={claims && claimsState(claims)}>
      <ClaimsPart heading="h4" />
    </AdminFold>
  );
}

function Standings({ zone }: { zone: string }) {
  const { on } = useAdminMode();
  const { data: freeze } = useQuery({ ...freezeQuery, enabled: on });
  const { data: ceremony } = useQuery({ ...ceremonyQuery, enabled: on });
  const isFrozen = useReached(freeze?.at ?? null);
  const at = freeze?.at ? tickerTime(freeze.at, zone) : null;
  const state = freeze && standingsState({ at, isFrozen, hasCeremony: ceremony?.to != null });
  return (
    <AdminFold as="h3" id="standings" title="Freeze and ceremony" state={state}>
      <StandingsPart zone={zone} />
    </AdminFold>
  );
}
