import Printer from 'lucide-react/icons/printer';
import { type ReactNode, useCallback, useEffect } from 'react';
import { Link } from 'wouter';
import { ArchiveCard } from '#features/archive/web/ArchiveCard.tsx';
import { AdminPart, AdminSubPage } from '#features/dashboard/web/AdminPart.tsx';
import { FactsCard } from '#features/festival/web/FactsCard.tsx';
import { Hero } from '#features/home/web/Hero.tsx';
import { BadgeWordCard } from '#features/limits/web/BadgeWordCard.tsx';
import { HelpersCard } from '#features/staff/web/HelpersCard.tsx';
import { whenConnected } from '#platform/web/connection.ts';
import { useHydrated } from '#platform/web/hydrated.ts';
import { ErrorBoundary, onDemand, PromptSuspense, retryFailedParts } from '#platform/web/on-demand.tsx';
import { useOtherBuild } from '#platform/web/page-build.ts';
import { buttonClass } from '#platform/web/ui/button.tsx';
import { Card } from '#platform/web/ui/frames.tsx';
import { LoadError, Loading } from '#platform/web/ui/loading.tsx';

const SetUpScreens = onDemand(() => import('./SetUpScreens.tsx').then((module) => module.SetUpScreens));

const SetUpStandings = onDemand(() => import('./SetUpStandings.tsx').then((module) => module.SetUpStandings));

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
      <Part what="screens">
        <SetUpScreens />
      </Part>
    </AdminPart>
    <AdminPart id="standings" title="STANDINGS">
      <Part what="standings">
        <SetUpStandings zone={zone} />
      </Part>
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

type PartProps = { what: 'screens' | 'standings'; children: ReactNode };

/** A part that phones do not keep for a time without network. */
function Part({ what, children }: PartProps) {
  const hydrated = useHydrated();
  const loading = <Loading words={`Loading ${what}`} count={2} className="h-28 rounded-2xl" />;
  if (!hydrated) return loading;
  return (
    <ErrorBoundary fallback={(retry) => <Missing what={what} retry={retry} />}>
      <PromptSuspense fallback={loading}>{children}</PromptSuspense>
    </ErrorBoundary>
  );
}

function Missing({ what, retry }: { what: string; retry: () => void }) {
  // A server that was updated has the code under another name.
  const isUpdated = useOtherBuild();
  const again = useCallback(() => {
    retryFailedParts();
    retry();
  }, [retry]);
  useEffect(() => whenConnected(again), [again]);
  return (
    <LoadError
      title={`The ${what} didn’t load`}
      text={isUpdated ? 'There is a new version of this site. Load the page again to use it.' : undefined}
      onRetry={isUpdated ? () => location.reload() : again}
    />
  );
}
