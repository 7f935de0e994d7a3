import { useQuery } from '@tanstack/react-query';
import Lock from 'lucide-react/icons/lock';
import { Suspense, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { AdminLink } from '#features/access/web/AdminLink.tsx';
import { ownSessionQuery } from '#features/access/web/queries.ts';
import { useAdminMode } from '#features/access/web/state.ts';
import { SampleNotice } from '#features/archive/web/SampleNotice.tsx';
import { GiveTo } from '#features/events/web/GiveTo.tsx';
import { GiveToButton } from '#features/points/web/GiveToButton.tsx';
import { useConnected } from '#platform/web/connection.ts';
import { ErrorBoundary } from '#platform/web/ErrorBoundary.tsx';
import { useHydrated } from '#platform/web/hydrated.ts';
import { PageFrame } from '#platform/web/PageFrame.tsx';
import { ActionsDisabled, Button } from '#platform/web/ui/button.tsx';
import { PageTitle } from '#platform/web/ui/page-title.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { AdminMenu } from './AdminMenu.tsx';
import { Alive } from './Alive.tsx';
import { adminPanels, EventPanel } from './admin-panels.ts';
import { ADMIN, adminPanelAt, adminTabAt, eventIdIn } from './admin-tabs.ts';
import { BrokenPage } from './BrokenPage.tsx';

/** The dashboard: tabs and the chosen tab's panel. Public parts need no admin session. */
export function AdminPage({ zone }: { zone: string }) {
  const address = useLocation()[0];
  const path = adminPanelAt(address);
  const isEvent = eventIdIn(address) !== null;
  const Panel = isEvent ? EventPanel : adminPanels[path];
  const panel = useRef<HTMLDivElement>(null);
  const { on } = useAdminMode();
  useFreshPanel(isEvent ? address : path, panel);
  return (
    <PageFrame>
      {/* On a phone a tool begins at the top of its screen. */}
      <div className={path === ADMIN ? 'contents' : 'max-lg:sr-only'}>
        <PageTitle>ADMIN DASHBOARD</PageTitle>
      </div>
      <AdminLink />
      {on && <OwnSession />}
      <LockedBar isOverview={path === ADMIN} />
      <div className={path === ADMIN ? 'contents' : 'max-lg:hidden'}>
        <SampleNotice />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[13.5rem_minmax(0,1fr)]">
        <AdminMenu current={adminTabAt(address).path} />
        <div ref={panel} tabIndex={-1} className="min-w-0 outline-none">
          <ErrorBoundary key={isEvent ? address : path} fallback={(retry) => <BrokenPage retry={retry} />}>
            <Suspense fallback={<PanelLoading />}>
              <ActionsDisabled value={useConnected() ? undefined : 'No connection: changes need one.'}>
                <GiveTo value={GiveToButton}>
                  <Panel zone={zone} />
                </GiveTo>
              </ActionsDisabled>
              <Alive />
            </Suspense>
          </ErrorBoundary>
        </div>
      </div>
    </PageFrame>
  );
}

function OwnSession() {
  useQuery(ownSessionQuery);
  return null;
}

/** Scrolls a new tab to the top and moves the focus there for screen readers. */
function useFreshPanel(path: string, panel: { readonly current: HTMLElement | null }) {
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    // A part of the panel scrolls to itself. An event's page leaves the place in its list.
    if (location.hash === '') scrollTo({ top: history.state?.scrollY ?? 0, behavior: 'instant' });
    panel.current?.focus({ preventScroll: true });
  }, [path, panel]);
}

function LockedBar({ isOverview }: { isOverview: boolean }) {
  const { on, openUnlockDialog } = useAdminMode();
  const hydrated = useHydrated();
  if (on) return null;
  return (
    // The server's page is the same for everyone. early.js hides the bar before the first paint where admin mode is
    // stored.
    <div
      {...(hydrated ? {} : { 'data-visitors-only': '' })}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-2xl border border-sun/50 bg-sun/10 py-2 pr-2 pl-4"
    >
      <p className="flex items-center gap-2.5 font-semibold">
        <Lock aria-hidden="true" className="size-5 shrink-0 text-sun" />
        <span>
          <span className="block">Locked: unlock to make changes</span>
          {isOverview && (
            <span className="block text-sm leading-tight font-normal text-mute">
              This is what everybody may see. What needs attention and what comes next is for organisers.
            </span>
          )}
        </span>
      </p>
      <Button tone="sun" onClick={openUnlockDialog}>
        Unlock
      </Button>
    </div>
  );
}

const PanelLoading = () => (
  <div role="status" className="grid gap-4">
    <span className="sr-only">Loading</span>
    <Skeleton className="h-8 w-48" />
    <Skeleton className="h-32 rounded-2xl" />
    <Skeleton className="h-48 rounded-2xl" />
  </div>
);
