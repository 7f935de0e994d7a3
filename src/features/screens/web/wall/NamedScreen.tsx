import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { withQueue } from '#features/queue/rules.ts';
import { clockTime } from '#platform/time.ts';
import { useIdle, useWakeLock } from '#platform/web/big-screen.ts';
import { useDataAge } from '#platform/web/data-age.tsx';
import { useHydrated } from '#platform/web/hydrated.ts';
import { ErrorBoundary } from '#platform/web/on-demand.tsx';
import type { Screen } from '../../contract.ts';
import { FramedPicture } from '../../pictures/web/FramedPicture.tsx';
import { screenNameIn } from '../../rules/names.ts';
import { partAt, type Shown } from '../../rules/shown.ts';
import { previewed } from '../parts/preview.ts';
import { CeremonyPage } from './CeremonyPage.tsx';
import { FullscreenButton } from './DisplayControls.tsx';
import { WallEvent } from './DisplayPage.tsx';
import { NoSuchScreen } from './NameScreen.tsx';
import { NowHere, NowRooms } from './NowHere.tsx';
import { OpenGamesPage } from './OpenGamesPage.tsx';
import { QueuePage } from './QueuePage.tsx';
import { screenQuery } from './queries.ts';
import { useFit } from './use-fit.ts';
import { useRenewal, useShown, useTelling, useWallFacts, type WallFacts } from './use-shown.ts';
import { AppPage, Calm, MapPage, MessagesPage, StandingsPage } from './WallPages.tsx';
import './wall.css';

/** What is operated by keys stays. */
const HIDDEN = 'not-has-[:focus-visible]:pointer-events-none not-has-[:focus-visible]:opacity-0';
/** The shadow is where a picture has moved away from. */
const PICTURE = 'absolute inset-0 size-full shadow-[0_0_0_2vh_#05070f]';
const LOST =
  'absolute bottom-[var(--u)] left-[calc(5*var(--u))] rounded-[0.3em] bg-raise px-[0.4em] text-[length:calc(2.4*var(--u))] empty:hidden';

/** The big screen at /display/NAME: its playlist (docs/behaviour.md "Display"). */
export function NamedScreen({ zone }: { zone: string }) {
  const [path] = useLocation();
  const name = screenNameIn(path);
  const idle = useIdle();
  useWakeLock();
  useRenewal();
  // The server draws one page for all names.
  const isReady = useHydrated() && name !== null;
  return (
    <div className={`wall ${idle ? 'cursor-none' : ''}`}>
      {isReady ? <Named key={name} name={name} zone={zone} /> : <CalmPage zone={zone} />}
      <Lost zone={zone} />
      <div
        role="toolbar"
        aria-label="Screen"
        className={`absolute right-4 bottom-4 z-40 transition-opacity duration-250 ${idle ? HIDDEN : ''}`}
      >
        <FullscreenButton />
      </div>
    </div>
  );
}

function Named({ name, zone }: { name: string; zone: string }) {
  const { data: screen } = useQuery(screenQuery(name));
  const present = screen?.name ?? name;
  // It was renamed.
  useEffect(() => {
    if (present !== name) navigate(`/display/${present}`, { replace: true });
  }, [present, name]);
  if (screen === null) return <NoSuchScreen name={name} />;
  return screen === undefined ? <CalmPage zone={zone} /> : <Playlist screen={screen} zone={zone} />;
}

/** Without a style of its own, which the server's HTML may not have. */
const CalmPage = ({ zone }: { zone: string }) => (
  <WallPage>
    <Calm zone={zone} />
  </WallPage>
);

type WallPageProps = { kind?: string | undefined; style?: React.CSSProperties; children: React.ReactNode };

/** One page, in letters as large as it holds. */
const WallPage = ({ kind, style, children }: WallPageProps) => (
  <div
    ref={useFit()}
    className="wall-page relative isolate flex h-full flex-col gap-2.5 overflow-hidden p-5"
    data-kind={kind}
    style={style}
  >
    {children}
  </div>
);

function Playlist({ screen, zone }: { screen: Screen; zone: string }) {
  const preview = previewed(useSearch());
  const plan = { ...screen, ...preview };
  const facts = useWallFacts(plan);
  const shown = useShown(plan, facts);
  const refusal = useTelling(preview === null ? screen.name : null, facts.said(shown));
  const page = shown.kind === 'page' ? shown.page : null;
  const shift = shiftOf(facts.now);
  return (
    <>
      {refusal !== null && <p className={LOST}>{refusal}</p>}
      {/* What failed once is drawn anew when the page comes again. */}
      <ErrorBoundary key={JSON.stringify(page)} fallback={() => <CalmPage zone={zone} />}>
        <WallPage kind={page?.kind} style={shift}>
          <PageOf shown={shown} screen={plan} facts={facts} zone={zone} />
        </WallPage>
      </ErrorBoundary>
      {/* They stay, so that the browser keeps their bytes. */}
      {facts.pictures.map((id) => (
        <FramedPicture key={id} id={id} alt="" hidden={page?.pictureId !== id} className={PICTURE} style={shift} />
      ))}
    </>
  );
}

/** In hundredths of the height: a page moves by some pixels a minute, so that nothing burns in. */
const PATH = [0, 0.3, 0.6, 0.3, 0, -0.3, -0.6, -0.3];

function shiftOf(now: string): React.CSSProperties {
  const minute = Math.floor(Date.parse(now) / 60_000);
  const step = (by: number) => `${PATH[Math.floor(minute / by) % PATH.length]}vh`;
  return { translate: `${step(1)} ${step(3)}` };
}

type PageProps = { shown: Shown; screen: Screen; facts: WallFacts; zone: string };

function PageOf({ shown, screen: { location }, facts: { events, eventOn }, zone }: PageProps) {
  if (shown.kind !== 'page') return <Calm zone={zone} />;
  const part = (parts: number) => partAt(parts, shown);
  const on = eventOn(shown);
  if (on !== null)
    return (
      <div className="display">
        <WallEvent {...on} events={events} zone={zone} />
      </div>
    );
  const { kind } = shown.page;
  if (kind === 'now-here' && location !== null) return <NowHere room={location} {...{ events, part, zone }} />;
  if (kind === 'now-here' || kind === 'now-rooms') return <NowRooms events={events} part={part} zone={zone} />;
  if (kind === 'standings') return <StandingsPage part={part} zone={zone} />;
  if (kind === 'messages') return <MessagesPage part={part} zone={zone} />;
  if (kind === 'open-games') return <OpenGamesPage part={part} zone={zone} />;
  if (kind === 'queue') return <QueuePage events={withQueue(events)} zone={zone} />;
  if (kind === 'map') return <MapPage room={location} zone={zone} />;
  if (kind === 'app') return <AppPage />;
  return kind === 'ceremony' ? <CeremonyPage zone={zone} /> : null;
}

/** Since when the wall hears nothing: it goes on with what it has. */
function Lost({ zone }: { zone: string }) {
  const since = useDataAge();
  return (
    <p role="status" className={LOST}>
      {since !== null && `no connection since ${clockTime(since, zone)}`}
    </p>
  );
}
