import Menu from 'lucide-react/icons/menu';
import { type ReactNode, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { AdminLock } from '#features/access/web/AdminLock.tsx';
import { dropNameQuestion, useAdminMode } from '#features/access/web/state.ts';
import { ReportNews } from '#features/brackets/reports/web/ReportNews.tsx';
import { REPORT_SENDERS } from '#features/brackets/reports/web/unsent/say.ts';
import { CallNews } from '#features/brackets/web/CallNews.tsx';
import { useTapSenders } from '#features/check-in/web/door/tap-senders.ts';
import { ConnectionBar } from '#features/dashboard/web/ConnectionBar.tsx';
import { isDashboard } from '#features/dashboard/web/parts/admin-tabs.ts';
import { useFestival } from '#features/festival/web/queries.ts';
import { BadgeWord } from '#features/limits/web/BadgeWord.tsx';
import { MessageNews } from '#features/news/messages/web/MessageNews.tsx';
import { useUnreadMessages } from '#features/news/messages/web/state.ts';
import { UrgentBand } from '#features/news/messages/web/Urgent.tsx';
import { News } from '#features/news/notices/web/News.tsx';
import { useHasNews } from '#features/news/notices/web/queries.ts';
import { FindPerson } from '#features/people/web/FindPerson.tsx';
import { ClaimNews } from '#features/points/claims/web/ClaimNews.tsx';
import { ToldNews } from '#features/points/web/ToldNews.tsx';
import { QUEUE_SENDERS } from '#features/queue/web/queries.ts';
import { usePlaceSenders } from '#features/rsvps/web/unsent/if-connected.ts';
import { withoutDot } from '#platform/links.ts';
import { channel } from '#platform/web/channel.ts';
import { useHydrated } from '#platform/web/hydrated.ts';
import { ErrorBoundary, LazyBoundary, onDemand, PromptSuspense } from '#platform/web/on-demand.tsx';
import { publicUrl } from '#platform/web/page-build.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { ToastOutlet } from '#platform/web/ui/toast-outlet.tsx';
import { Tooltip } from '#platform/web/ui/tooltip.tsx';
import { useSendUnsent } from '#platform/web/use-unsent.ts';
import { DeskBar } from './DeskBar.tsx';
import { SidebarLinks, ThumbBar } from './NavLinks.tsx';
import { Ticker, useTickerItems } from './Ticker.tsx';

type HeaderProps = { sidebarShown: boolean; onToggle: () => void };

const BRAND =
  'header-brand flex min-h-11 min-w-0 items-center justify-center overflow-hidden text-center font-display text-[clamp(1.125rem,5.5vw,1.625rem)] leading-none text-sun [overflow-wrap:anywhere] min-[768px]:hidden';

/** They have the button with its words. */
const TABS_THAT_FIND: readonly string[] = ['/admin', '/admin/users'];

const Header = ({ sidebarShown, onToggle }: HeaderProps) => {
  const [path] = useLocation();
  const { name, timeZone } = useFestival();
  const places = [
    ...(useHasNews() ? ['My schedule'] : []),
    ...(useUnreadMessages().length > 0 ? ['Announcements'] : []),
  ];
  const news = places.length > 0 && !sidebarShown;
  return (
    <header className="shell-header">
      <Tooltip text="Toggle sidebar (Ctrl or ⌘ + B)" side="bottom">
        <Button
          tone="ghost"
          size="icon"
          aria-label="Toggle sidebar"
          aria-description={news ? `There is news in ${places.join(' and ')}` : undefined}
          aria-expanded={sidebarShown}
          aria-keyshortcuts="Control+B Meta+B"
          onClick={onToggle}
        >
          <Menu aria-hidden="true" />
          {news && <span className="news-dot menu-dot" />}
        </Button>
      </Tooltip>
      <div className="header-middle">
        <Link to="/" className={BRAND}>
          {name}
        </Link>
        <ConnectionBar />
      </div>
      <div className="flex shrink-0 gap-1.5">
        <span className={isDashboard(path) ? 'max-md:hidden' : ''}>
          {!TABS_THAT_FIND.includes(path) && <FindPerson zone={timeZone} />}
        </span>
        <AdminLock />
      </div>
    </header>
  );
};

/** Leads to the address where the server accepts writes, when this page is open at another one. */
const OtherAddress = () => {
  const [path] = useLocation();
  const search = useSearch();
  const own = useHydrated() ? publicUrl() : null;
  if (own === null || withoutDot(own) === withoutDot(location.origin)) return null;
  return (
    <p
      role="status"
      className="no-print border-b border-line bg-panel px-(--page-edge) py-3 font-semibold text-pretty sm:px-8"
    >
      At this address you can only read.{' '}
      <a href={own + path + (search && `?${search}`) + location.hash} className="underline underline-offset-4">
        Open this page at {own}
      </a>
    </p>
  );
};

/**
 * Expanded or collapsed, stored as <html data-sidebar>. early.js sets it from the cookie before the first paint, so
 * that the server's cached page fits everyone; React reads it after hydration.
 */
const COOKIE = 'sidebar_state';
const SEVEN_DAYS = 604_800;
const changes = channel();
const isCollapsedByCookie = () => /(?:^|; )sidebar_state=false(?:;|$)/.test(document.cookie);

const root = () => document.documentElement;
const isExpanded = () => root().dataset.sidebar !== 'collapsed';
const show = (expanded: boolean): void => {
  if (expanded) delete root().dataset.sidebar;
  else root().dataset.sidebar = 'collapsed';
};

const toggleSidebar = (): void => {
  const expanded = !isExpanded();
  show(expanded);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is younger than the phones we serve
  document.cookie = `${COOKIE}=${expanded}; path=/; max-age=${SEVEN_DAYS}; samesite=lax`;
  changes.tell();
};

const useSidebarExpanded = (): boolean => useSyncExternalStore(changes.listen, isExpanded, () => true);

/**
 * The dashboard has a menu of its own, so an organiser's sidebar begins there as icons. Elsewhere it is as the cookie says.
 * early.js does the same for the page that is loaded.
 */
function useDashboardSidebar(isAtDashboard: boolean): void {
  const was = useRef(false);
  useEffect(() => {
    if (was.current === isAtDashboard) return;
    was.current = isAtDashboard;
    show(!isAtDashboard && !isCollapsedByCookie());
    changes.tell();
  }, [isAtDashboard]);
}

const NARROW = '(width < 768px)';

const subscribe = (listener: () => void) => {
  const query = matchMedia(NARROW);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};

/** Returns whether the sidebar is a sheet. */
const isNarrow = (): boolean => matchMedia(NARROW).matches;
const useNarrow = (): boolean => useSyncExternalStore(subscribe, isNarrow, () => false);

const OrganiserName = onDemand(() => import('#features/access/web/OrganiserName.tsx').then((m) => m.OrganiserName));
const Sheet = onDemand(() => import('#platform/web/ui/sheet.tsx').then((module) => module.Sheet));

/** Layouts of other alphabets have no b: there the key at its place counts. */
const isB = ({ key, code }: KeyboardEvent) => (/^[a-z]$/i.test(key) ? key.toLowerCase() === 'b' : code === 'KeyB');
const isTyping = ({ target }: Event) => target instanceof Element && target.matches(':read-write');

const useShortcut = (act: () => void) => {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isB(event) || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || isTyping(event)) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });
};

/**
 * The frame of every page: sidebar, ticker, header, toasts. Sidebar and ticker come after the main content, so that a
 * keyboard reaches the programme first; CSS puts them beside and above it.
 */
export const Shell = ({ children }: { children: ReactNode }) => {
  const { timeZone } = useFestival();
  const expanded = useSidebarExpanded();
  const narrow = useNarrow();
  const upcoming = useTickerItems();
  const isDesk = isDashboard(useLocation()[0]);
  const { on, isNameAsked } = useAdminMode();
  const isOrganiserAtDesk = on && isDesk;
  useDashboardSidebar(isOrganiserAtDesk);
  // An organiser's dashboard has no ticker. The server's page is the same for everyone: quiet.css hides it until then.
  const items = isOrganiserAtDesk ? [] : upcoming;
  const mayBeOrganiserAtDesk = !useHydrated() && isDesk;
  const [sheet, setSheet] = useState<'never' | 'open' | 'closed'>('never');
  const toggle = () => {
    if (!isNarrow()) return toggleSidebar();
    setSheet(sheet === 'open' ? 'closed' : 'open');
  };
  const close = () => setSheet('closed');
  useShortcut(toggle);
  const [places, taps] = [usePlaceSenders(), useTapSenders()];
  useSendUnsent(useMemo(() => ({ ...places, ...taps, ...REPORT_SENDERS, ...QUEUE_SENDERS }), [places, taps]));

  return (
    <div className="shell">
      <a
        href="#main"
        className="skip-link fixed top-2 left-2 z-40 -translate-y-20 rounded-xl bg-sun-fill px-5 py-3 font-semibold text-on-sun focus:translate-y-0"
      >
        Skip to main content
      </a>
      <div className="page" data-ticker={items.length > 0 || undefined} data-desk={mayBeOrganiserAtDesk || undefined}>
        <div className="shell-top">
          <UrgentBand />
          <Header sidebarShown={narrow ? sheet === 'open' : expanded} onToggle={toggle} />
        </div>
        <OtherAddress />
        {on && !isNameAsked && (
          <ErrorBoundary fallback={() => null} onError={dropNameQuestion}>
            <PromptSuspense>
              <OrganiserName />
            </PromptSuspense>
          </ErrorBoundary>
        )}
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <Ticker items={items} />
      </div>
      {isOrganiserAtDesk ? <DeskBar zone={timeZone} /> : <ThumbBar />}
      <aside aria-label="Sidebar" className="sidebar">
        <SidebarLinks iconsOnly={!expanded} />
      </aside>
      {sheet !== 'never' && (
        <LazyBoundary onMissing={() => setSheet('never')}>
          <Sheet open={sheet === 'open' && narrow} onClose={close} title="Menu">
            <SidebarLinks iconsOnly={false} onChoose={close} />
          </Sheet>
        </LazyBoundary>
      )}
      <News zone={timeZone} />
      <MessageNews />
      <CallNews />
      <ReportNews />
      <ClaimNews />
      <ToldNews />
      <BadgeWord />
      <ToastOutlet />
    </div>
  );
};
