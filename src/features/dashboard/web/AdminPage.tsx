import { useQuery } from '@tanstack/react-query';
import CalendarCog from 'lucide-react/icons/calendar-cog';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Gauge from 'lucide-react/icons/gauge';
import History from 'lucide-react/icons/history';
import Lock from 'lucide-react/icons/lock';
import MonitorPlay from 'lucide-react/icons/monitor-play';
import QrCode from 'lucide-react/icons/qr-code';
import Settings from 'lucide-react/icons/settings-2';
import SquarePlay from 'lucide-react/icons/square-play';
import Trophy from 'lucide-react/icons/trophy';
import Users from 'lucide-react/icons/users';
import {
  type ComponentType,
  type FocusEvent,
  type KeyboardEvent,
  Suspense,
  type SVGProps,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { Link, useLocation } from 'wouter';
import { AdminLink } from '#features/access/web/AdminLink.tsx';
import { ownSessionQuery } from '#features/access/web/queries.ts';
import { useAdminMode } from '#features/access/web/state.ts';
import { SampleNotice } from '#features/archive/web/Sample.tsx';
import { GiveTo } from '#features/events/web/StaffParts.tsx';
import { GiveToButton } from '#features/points/web/GiveToButton.tsx';
import { festivalDay } from '#platform/time.ts';
import { Alive, BrokenPage } from '#platform/web/BrokenPage.tsx';
import { nowIso } from '#platform/web/clock.tsx';
import { useConnected } from '#platform/web/connection.ts';
import { useHydrated } from '#platform/web/hydrated.ts';
import { ErrorBoundary } from '#platform/web/on-demand.tsx';
import { safeStorage } from '#platform/web/safe-storage.ts';
import { ActionsDisabled, Button } from '#platform/web/ui/button.tsx';
import { PageFrame, PageTitle } from '#platform/web/ui/frames.tsx';
import { Skeleton } from '#platform/web/ui/loading.tsx';
import { adminPanels, EventPanel } from './parts/admin-panels.ts';
import { ADMIN, type AdminPath, adminTabAt, adminTabs, eventIdIn, presentAddress } from './parts/admin-tabs.ts';

const ICONS: Readonly<Record<AdminPath, ComponentType<SVGProps<SVGSVGElement>>>> = {
  '/admin': Gauge,
  '/admin/scores': Trophy,
  '/admin/uploads': History,
  '/admin/control': SquarePlay,
  '/admin/check-in': QrCode,
  '/admin/events': CalendarCog,
  '/admin/users': Users,
  '/admin/screens': MonitorPlay,
  '/admin/setup': Settings,
};

/** The tabs: a column beside the panel, or a menu above it on narrow screens. */
function AdminMenu({ current }: { current: AdminPath }) {
  const [open, setOpen] = useState(false);
  const listId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const Icon = ICONS[current];
  const closeByKey = (pressed: KeyboardEvent) => {
    if (pressed.key !== 'Escape' || !open) return;
    setOpen(false);
    button.current?.focus();
  };
  const leave = (left: FocusEvent) => {
    if (!left.currentTarget.contains(left.relatedTarget)) setOpen(false);
  };
  return (
    <nav aria-label="Admin" className="relative lg:sticky lg:top-24" onKeyDown={closeByKey} onBlur={leave}>
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={listId}
        onClick={() => setOpen(!open)}
        className="btn btn-ghost w-full justify-start text-left lg:hidden"
      >
        <Icon aria-hidden="true" />
        <span className="flex-1">
          <span className="sr-only">Tab: </span>
          {adminTabAt(current).name}
        </span>
        <ChevronDown aria-hidden="true" className={open ? 'rotate-180' : ''} />
      </button>
      <ul
        id={listId}
        className={`${open ? 'grid' : 'hidden'} absolute inset-x-0 top-full z-20 mt-1.5 gap-0.5 rounded-2xl border border-edge bg-panel p-1.5 shadow-xl lg:static lg:mt-0 lg:grid lg:border-0 lg:bg-transparent lg:p-0 lg:shadow-none`}
      >
        {adminTabs.map(({ path, name }) => (
          <li key={path}>
            <TabLink path={path} name={name} active={path === current} onChoose={() => setOpen(false)} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

type TabLinkProps = { path: AdminPath; name: string; active: boolean; onChoose: () => void };

const TabLink = ({ path, name, active, onChoose }: TabLinkProps) => {
  const Icon = ICONS[path];
  const look = active ? 'border-sun bg-here font-semibold text-ink' : 'border-transparent text-mute hover:bg-raise';
  return (
    <Link
      to={path}
      aria-current={active ? 'page' : undefined}
      onClick={onChoose}
      className={`flex min-h-11 items-center gap-3 rounded-xl border-l-3 px-3.5 py-2 hover:text-ink ${look}`}
    >
      <Icon aria-hidden="true" className="size-5 shrink-0" />
      {name}
    </Link>
  );
};

/** The dashboard: tabs and the chosen tab's panel. Public parts need no admin session. */
export function AdminPage({ zone }: { zone: string }) {
  const address = useLocation()[0];
  const path = adminTabAt(address).path;
  const isEvent = eventIdIn(address) !== null;
  const Panel = isEvent ? EventPanel : adminPanels[path];
  const panel = useRef<HTMLDivElement>(null);
  const { on } = useAdminMode();
  usePresentAddress(address);
  useVisitOfTheDay(zone);
  useFreshPanel(isEvent ? address : path, panel);
  return (
    <PageFrame>
      {/* On a phone a tool begins at the top of its screen. quiet.css hides it after the first visit of a day. */}
      <div data-desk-title="" className={path === ADMIN ? 'contents' : 'max-lg:sr-only'}>
        <PageTitle>ADMIN DASHBOARD</PageTitle>
      </div>
      <AdminLink />
      {on && <OwnSession />}
      <LockedBar isOverview={path === ADMIN} />
      <div className={path === ADMIN ? 'contents' : 'max-lg:hidden'}>
        <SampleNotice />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[13.5rem_minmax(0,1fr)]">
        <AdminMenu current={path} />
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

/**
 * From the second visit of a day on the title is for screen readers alone: early.js hides it before the first paint where there was a
 * visit, and the first one of another day shows it again.
 */
function useVisitOfTheDay(zone: string) {
  useEffect(() => {
    const root = document.documentElement;
    const today = festivalDay(nowIso(), zone);
    if (safeStorage.get('desk-day') !== today) delete root.dataset.deskSeen;
    safeStorage.set('desk-day', today);
    return () => {
      root.dataset.deskSeen = '';
    };
  }, [zone]);
}

/** Replaces the address of a former page or part by the one where the thing is now. */
function usePresentAddress(address: string) {
  const navigate = useLocation()[1];
  useEffect(() => {
    const present = presentAddress(address, location.hash);
    if (present !== null) navigate(present, { replace: true });
  }, [address, navigate]);
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
