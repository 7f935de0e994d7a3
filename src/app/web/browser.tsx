import './styles.css';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { onTouched } from '#platform/web/api.ts';
import { watchConnection } from '#platform/web/connection.ts';
import { startHydration, whenHydrated } from '#platform/web/hydrated.ts';
import { openLive } from '#platform/web/live.ts';
import { startAt } from '#platform/web/live-list.ts';
import { createQueryClient } from '#platform/web/query-client.ts';
import { App } from './App.tsx';
import { type PageState, seed } from './page-state.ts';
import { screenAt } from './screens.ts';

const part = (id: string): HTMLElement => {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`The page has no #${id}`);
  return element;
};

const state: PageState = JSON.parse(part('state').textContent);
const client = createQueryClient();
seed(client, state);
startAt(state.position);

// Load the page's code before hydration, or less would be rendered than the server sent.
await screenAt(location.pathname).preload?.();
startHydration();
startTransition(() => {
  hydrateRoot(part('root'), <App client={client} now={state.now} />);
});

// A change that arrived earlier would differ from what the server sent.
await whenHydrated();
watchConnection(Date.parse(state.now));
const live = openLive(client);
onTouched(live.refresh);
