import { useQuery } from '@tanstack/react-query';
import Printer from 'lucide-react/icons/printer';
import { useCallback, useEffect } from 'react';
import { Link } from 'wouter';
import { useAdminMode } from '#features/access/web/state.ts';
import { ArchiveCard } from '#features/archive/web/ArchiveCard.tsx';
import { claimsQuery } from '#features/claims/web/queries.ts';
import { FactsCard } from '#features/festival/web/FactsCard.tsx';
import { CeremonyDesk } from '#features/points/web/ceremony/CeremonyDesk.tsx';
import { BadgeWordCard } from '#features/registrations/web/BadgeWordCard.tsx';
import { screensQuery } from '#features/screens/web/queries.ts';
import { HelpersCard } from '#features/staff/web/HelpersCard.tsx';
import { whenConnected } from '#platform/web/connection.ts';
import { ErrorBoundary } from '#platform/web/ErrorBoundary.tsx';
import { useHydrated } from '#platform/web/hydrated.ts';
import { onDemand, PromptSuspense, retryFailedParts } from '#platform/web/on-demand.tsx';
import { useOtherBuild } from '#platform/web/page-build.ts';
import { buttonClass } from '#platform/web/ui/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { LoadError } from '#platform/web/ui/load-error.tsx';
import { Loading } from '#platform/web/ui/skeleton.tsx';
import { AdminPart, AdminSubPage } from './AdminPart.tsx';
import { Hero } from './Hero.tsx';

const SetUpScreens = onDemand(() => import('./SetUpScreens.tsx').then((module) => module.SetUpScreens));

const HERO = <Hero onRegister={() => undefined} />;

/** What is done before the festival: its facts, the programme as a file, helpers, the badge word, screens, paper. */
export const AdminSetUp = ({ zone }: { zone: string }) => (
  <AdminSubPage title="Set up">
    <AdminPart id="festival" title="FESTIVAL">
      <FactsCard hero={HERO} />
    </AdminPart>
    <AdminPart id="exports-and-imports" title="EXPORTS AND IMPORTS">
      <ArchiveCard zone={zone} />
    </AdminPart>
    <AdminPart id="helpers" title="HELPERS">
      <HelpersCard zone={zone} />
    </AdminPart>
    <AdminPart id="badges" title="BADGES">
      <BadgeWordCard />
    </AdminPart>
    <AdminPart id="screens" title="SCREENS">
      <Screens />
    </AdminPart>
    <AdminPart id="standings" title="STANDINGS">
      <Standings zone={zone} />
    </AdminPart>
    <AdminPart id="printing" title="PRINTING">
      <Card className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 p-4 sm:px-5">
        <p className="text-pretty text-mute">
          Posters with codes, room doors, the programme of a day, rosters, brackets.
        </p>
        <Link to="/print" className={buttonClass()}>
          <Printer aria-hidden="true" />
          Print sheets
        </Link>
      </Card>
    </AdminPart>
  </AdminSubPage>
);

function Standings({ zone }: { zone: string }) {
  const { on } = useAdminMode();
  const { data: screens = [] } = useQuery({ ...screensQuery, enabled: on });
  const { data: claims = [] } = useQuery({ ...claimsQuery, enabled: on });
  const waiting = claims.filter(({ state }) => state === 'claimed').length;
  return <CeremonyDesk zone={zone} screens={screens.map(({ name }) => name)} waitingClaims={waiting} />;
}

function Screens() {
  const hydrated = useHydrated();
  const loading = <Loading words="Loading screens" count={2} className="h-28 rounded-2xl" />;
  if (!hydrated) return loading;
  return (
    <ErrorBoundary fallback={(retry) => <ScreensMissing retry={retry} />}>
      <PromptSuspense fallback={loading}>
        <SetUpScreens />
      </PromptSuspense>
    </ErrorBoundary>
  );
}

function ScreensMissing({ retry }: { retry: () => void }) {
  // A server that was updated has the code under another name.
  const isUpdated = useOtherBuild();
  const again = useCallback(() => {
    retryFailedParts();
    retry();
  }, [retry]);
  useEffect(() => whenConnected(again), [again]);
  return (
    <LoadError
      title="The screens didn’t load"
      text={isUpdated ? 'There is a new version of this site. Load the page again to use it.' : undefined}
      onRetry={isUpdated ? () => location.reload() : again}
    />
  );
}
