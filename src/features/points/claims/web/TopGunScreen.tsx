import { useQuery } from '@tanstack/react-query';
import Clock from 'lucide-react/icons/clock';
import type { Mission } from '#features/festival/contract.ts';
import { missionsQuery } from '#features/festival/web/queries.ts';
import { type Claiming, TopGunPage, useTickedMissions } from '#features/festival/web/TopGunPage.tsx';
import { isolated } from '#platform/names.ts';
import { LazyBoundary, onDemand, useDialog } from '#platform/web/on-demand.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import type { Claim, MyClaims } from '../contract.ts';
import { claimWords, whyNotAgain } from '../rules.ts';
import { useMyClaims } from './state.ts';

/** As wide with a button as with words. */
const CONTROL = 'w-20 px-1 text-center';

const ClaimTicks = onDemand(() => import('./ClaimTicks.tsx').then((module) => module.ClaimTicks));
const NoAccountYet = onDemand(() => import('./ClaimTicks.tsx').then((module) => module.NoAccountYet));
const ClaimDialog = onDemand(() => import('./ClaimDialog.tsx').then((module) => module.ClaimDialog));

/** The missions: to claim on a device with an account while claims are on, else to tick off. */
export function TopGunScreen() {
  const mine = useMyClaims();
  const dialog = useDialog<Mission>();
  const canClaim = mine !== undefined && mine.accounts.length > 0;
  return (
    <>
      <TopGunPage claiming={canClaim ? claimingOf(mine, dialog.open) : undefined}>
        {mine !== undefined && (
          <LazyBoundary onMissing={dialog.close}>{canClaim ? <Ticks mine={mine} /> : <NoAccountYet />}</LazyBoundary>
        )}
      </TopGunPage>
      {canClaim &&
        dialog.show((mission) => (
          <ClaimDialog mission={mission} accounts={accountsFor(mine, mission)} onClose={dialog.close} />
        ))}
    </>
  );
}

/** Offers to claim what was ticked before this device had an account, for the oldest one. */
function Ticks({ mine }: { mine: MyClaims }) {
  const { data: categories = [] } = useQuery(missionsQuery);
  const { ticked, toggle } = useTickedMissions(categories);
  const [account] = mine.accounts;
  const open = categories
    .flatMap(({ missions }) => missions)
    .filter((mission) => ticked.has(mission.id) && accountsFor(mine, mission).some(({ id }) => id === account?.id));
  if (account === undefined || open.length === 0) return null;
  return <ClaimTicks account={account} missions={open} onClaimed={(ids) => toggle(...ids)} />;
}

const claimsOf = ({ claims }: MyClaims, { id }: Mission, userId?: string): Claim[] =>
  claims.filter((claim) => claim.missionId === id && (userId === undefined || claim.userId === userId));

/** The accounts that may claim a mission now. */
const accountsFor = (mine: MyClaims, mission: Mission): MyClaims['accounts'] =>
  mine.accounts.filter(({ id }) => {
    const states = claimsOf(mine, mission, id).map(({ state }) => state);
    const count = (wanted: Claim['state']) => states.filter((state) => state === wanted).length;
    return whyNotAgain(mission, { approved: count('approved'), open: count('claimed') }) === null;
  });

const claimingOf = (mine: MyClaims, onClaim: (mission: Mission) => void): Claiming => ({
  done: new Set(mine.claims.filter(({ state }) => state === 'approved').map(({ missionId }) => missionId)),
  control(mission) {
    if (accountsFor(mine, mission).length > 0)
      return (
        <Button className={CONTROL} aria-label={`Claim: ${mission.task}`} onClick={() => onClaim(mission)}>
          Claim
        </Button>
      );
    const isOpen = claimsOf(mine, mission).some(({ state }) => state === 'claimed');
    return (
      <span className={`${CONTROL} font-semibold`}>
        {isOpen ? (
          <span className="text-mute">
            <Clock aria-hidden="true" className="mr-1 inline size-4" />
            Sent
          </span>
        ) : (
          <span className="text-lime">{scoredWords(claimsOf(mine, mission))}</span>
        )}
      </span>
    );
  },
  note(mission) {
    const several = mine.accounts.length > 1;
    const latest = mine.accounts.flatMap(({ id }) => claimsOf(mine, mission, id).slice(0, 1));
    // What one account has sent or got is said in the tick's place.
    const told = latest.filter(({ state }) => several || state === 'refused' || state === 'undone');
    return told.map((claim) => `${several ? `${isolated(claim.userName)}: ` : ''}${claimWords(claim)}`).join(' · ');
  },
});

/** '+3' for what was approved, all of it; 'Done' while some of it counts only at the ceremony. */
function scoredWords(claims: readonly Claim[]): string {
  const points = claims.filter(({ state }) => state === 'approved').map((claim) => claim.points);
  return points.some((point) => point === null)
    ? 'Done'
    : `+${points.reduce<number>((sum, one) => sum + (one ?? 0), 0)}`;
}
