import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { Router, useSearch } from 'wouter';
import { useEvents } from '#features/events/web/state.ts';
import { useFestival } from '#features/festival/web/queries.ts';
import { UrgentBand, UrgentWall } from '#features/news/messages/web/Urgent.tsx';
import { Alive, BrokenPage } from '#platform/web/BrokenPage.tsx';
import { NowProvider } from '#platform/web/clock.tsx';
import { ErrorBoundary } from '#platform/web/on-demand.tsx';
import { usePath } from '#platform/web/path.ts';
import { focusMain } from '#platform/web/ui/focus.ts';
import { InDialogs } from '#platform/web/ui/in-dialogs.ts';
import { DISPLAY, headOf, screenAt } from './screens.ts';
import { Shell } from './shell/Shell.tsx';

type AppProps = {
  client: QueryClient;
  now: string;
  /** Set on the server, which has no address bar, and for an offline copy, which may stand at another address. */
  at?: { readonly path: string; readonly search: string };
};

export function App({ client, now, at }: AppProps) {
  return (
    <QueryClientProvider client={client}>
      <NowProvider initial={now}>
        <Router {...(at === undefined ? {} : { ssrPath: at.path, ssrSearch: at.search })}>
          <ErrorBoundary fallback={(retry) => <BrokenPage retry={retry} />}>
            <Surroundings>
              <CurrentScreen />
            </Surroundings>
          </ErrorBoundary>
        </Router>
      </NowProvider>
    </QueryClientProvider>
  );
}

function Surroundings({ children }: { children: ReactNode }) {
  const path = usePath();
  const { timeZone } = useFestival();
  const band = <UrgentBand />;
  const screen = screenAt(path);
  const main = (
    <main id="main" tabIndex={-1}>
      {children}
    </main>
  );
  // Nobody presses a button on a big screen.
  if (screen.path.startsWith(DISPLAY)) return <UrgentWall zone={timeZone}>{main}</UrgentWall>;
  return (
    <InDialogs value={band}>
      {screen.bare ? (
        <>
          <div className="shell-top">{band}</div>
          {main}
        </>
      ) : (
        <Shell>{children}</Shell>
      )}
    </InDialogs>
  );
}

function CurrentScreen() {
  const festival = useFestival();
  const path = usePath();
  const { Page, frame = path, hydratesInParts } = screenAt(path);
  usePageTitle(path);
  useFreshStart(frame);
  return (
    <ErrorBoundary key={frame} fallback={(retry) => <BrokenPage retry={retry} />}>
      <Suspense fallback={null}>
        <Page zone={festival.timeZone} />
        {hydratesInParts === undefined && <Alive />}
      </Suspense>
    </ErrorBoundary>
  );
}

/** Updates the document title on navigation; the server wrote the first one. */
function usePageTitle(path: string) {
  const festival = useFestival();
  const linked = new URLSearchParams(useSearch()).get('event');
  const { known, all } = useEvents();
  const event = known?.find(({ id }) => path === '/' && id === linked) ?? null;
  const isSettled = event !== null || linked === null || all !== undefined;
  useEffect(() => {
    if (isSettled) document.title = headOf(path, festival, event).title;
  }, [path, festival, event, isSettled]);
}

/** Scrolls a new screen to the top, or to the part in its address, and moves the focus there for screen readers. */
function useFreshStart(frame: string) {
  const shown = useRef(frame);
  useEffect(() => {
    if (shown.current === frame) return;
    shown.current = frame;
    const part = location.hash === '' ? null : document.getElementById(location.hash.slice(1));
    if (part === null) scrollTo(0, 0);
    else part.scrollIntoView();
    focusMain();
  }, [frame]);
}
