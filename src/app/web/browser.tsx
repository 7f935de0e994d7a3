import './styles.css';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { LOGIN_PARAMETER } from '#platform/build.ts';
import { takeOffsets } from '#platform/time.ts';
import { onTouched } from '#platform/web/api.ts';
import { changeQuery } from '#platform/web/change-query.ts';
import { startClock } from '#platform/web/clock.tsx';
import { probe, reportFailure, watchConnection } from '#platform/web/connection.ts';
import { noteCopiedPage } from '#platform/web/data-age.tsx';
import { startHydration, whenHydrated } from '#platform/web/hydrated.ts';
import { startAt } from '#platform/web/live-list.ts';
import { offerReload, offlinePage, onOtherBuild, pageBuild } from '#platform/web/page-build.ts';
import { createQueryClient } from '#platform/web/query-client.ts';
import { App } from './App.tsx';
import { mendedAddress, readAddress } from './address.ts';
import { earlyPress } from './early-press.ts';
import { isWall, lockOf, mayStart } from './offline/start.ts';
import { type PageState, seed } from './page-state.ts';
import { screenAt } from './screens.ts';

/** Milliseconds that the page is left alone before the worker starts. */
const IDLE_MS = 2_000;
/** Until the code of the live stream is asked for again after it did not load. */
const RETRY_MS = 10_000;

const part = (id: string): HTMLElement => {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`The page has no #${id}`);
  return element;
};

const build = pageBuild();
// The worker deletes the files of no build that is open.
// Refused where cookies are blocked.
const hold = () => new Promise<never>(() => {});
if (build !== null) navigator.locks?.request(lockOf(build), { mode: 'shared' }, hold).catch(() => undefined);

const state: PageState = JSON.parse(part('state').textContent);
startClock(state.now);
takeOffsets(state.festival.timeZone, state.offsets);
const client = createQueryClient();
seed(client, state);
const copy = offlinePage();
if (copy !== null) {
  noteCopiedPage(client, copy.at);
  reportFailure();
}
startAt(state.position);

const mended = mendedAddress(location.pathname + location.search + location.hash);
if (mended !== null) history.replaceState(history.state, '', mended);

// Load the page's code before hydration, or less would be rendered than the server sent.
await screenAt(location.pathname).preload?.();
startHydration();
const repeatPress = earlyPress();
startTransition(() => {
  // An offline copy may stand at another address than it was drawn for.
  const at = copy === null ? {} : { at: readAddress(copy.address) };
  hydrateRoot(part('root'), <App client={client} now={state.now} {...at} />);
});

// A change that arrived earlier would differ from what the server sent.
await whenHydrated();
repeatPress();
// Back from a login page.
if (new URLSearchParams(location.search).has(LOGIN_PARAMETER))
  changeQuery({ [LOGIN_PARAMETER]: null }, { replace: true });
watchConnection(Date.parse(state.now));
const goLive = async () => {
  try {
    const { openLive } = await import('#platform/web/live.ts');
    onTouched(openLive(client).refresh);
  } catch {
    void probe();
    setTimeout(goLive, RETRY_MS);
  }
};
void goLive();

if (mayStart(location.pathname)) {
  const stop = onOtherBuild(() => {
    // A worker says so itself, once it has its files and pages.
    if (navigator.serviceWorker?.controller) return;
    stop();
    offerReload();
  });
}

// The copies of lists may be newer.
if (copy !== null) void client.invalidateQueries();
if ('serviceWorker' in navigator && (mayStart(location.pathname) || isWall(location.pathname))) {
  const start = async () => {
    if (build !== null && isWall(location.pathname)) await navigator.serviceWorker.register('/sw.js');
    else if (build === null) await (await import('./offline/end-worker.ts')).endWorker();
    else await (await import('./offline/start-worker.ts')).startWorker(client, build);
  };
  const tryTo = () => void start().catch(() => undefined);
  if ('requestIdleCallback' in globalThis) requestIdleCallback(tryTo, { timeout: IDLE_MS });
  else setTimeout(tryTo, IDLE_MS);
}
