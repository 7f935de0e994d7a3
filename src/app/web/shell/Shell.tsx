import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { dropNameQuestion, useAdminMode } from '#features/access/web/state.ts';
import { CallNews } from '#features/brackets/web/CallNews.tsx';
import { useTapSenders } from '#features/check-in/web/door/tap-senders.ts';
import { ClaimNews } from '#features/claims/web/ClaimNews.tsx';
import { useFestival } from '#features/festival/web/queries.ts';
import { MessageNews } from '#features/messages/web/MessageNews.tsx';
import { UrgentBand } from '#features/messages/web/UrgentBand.tsx';
import { News } from '#features/notices/web/News.tsx';
import { ToldNews } from '#features/points/web/ToldNews.tsx';
import { BadgeWord } from '#features/registrations/web/BadgeWord.tsx';
import { usePlaceSenders } from '#features/rsvps/web/unsent/if-connected.ts';
import { ErrorBoundary } from '#platform/web/ErrorBoundary.tsx';
import { useHydrated } from '#platform/web/hydrated.ts';
import { LazyBoundary } from '#platform/web/LazyBoundary.tsx';
import { onDemand, PromptSuspense } from '#platform/web/on-demand.tsx';
import { ToastOutlet } from '#platform/web/ui/toast-outlet.tsx';
import { useSendUnsent } from '#platform/web/use-unsent.ts';
import { isDashboard } from '../admin-tabs.ts';
import { Header } from './Header.tsx';
import { isNarrow, useNarrow } from './narrow.ts';
import { OtherAddress } from './OtherAddress.tsx';
import { SidebarLinks } from './SidebarLinks.tsx';
import { toggleSidebar, useDashboardSidebar, useSidebarExpanded } from './sidebar-state.ts';
import { ThumbBar } from './ThumbBar.tsx';
import { Ticker, useTickerItems } from './Ticker.tsx';

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
  useSendUnsent(useMemo(() => ({ ...places, ...taps }), [places, taps]));

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
      <ThumbBar />
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
      <ClaimNews />
      <ToldNews />
      <BadgeWord />
      <ToastOutlet />
    </div>
  );
};
