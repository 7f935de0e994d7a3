import { renderToString } from 'react-dom/server';
import type { FestivalEvent } from '#features/events/contract.ts';
import type { FestivalFacts } from '#features/festival/contract.ts';
import { createQueryClient } from '#platform/web/query-client.ts';
import { App } from './App.tsx';
import { readAddress } from './address.ts';
import { type Head, headOf } from './head.ts';
import { type RenderedAt, renderedAt } from './page-key.ts';
import { type ListName, type PageState, seed } from './page-state.ts';
import { notFound, screenAt, screens } from './screens.ts';

export type RenderedPage = Head & {
  readonly html: string;
  /** For `<script type="application/json" id="state">`; the browser hydrates from it. */
  readonly state: unknown;
};

// renderToString is synchronous, so load every page's code before the first request.
await Promise.all([...screens, notFound].map((screen) => screen.preload?.()));

/** Returns what to render for an address, with the lists it needs. Addresses with the same key share a page. */
export const pageAt = (
  address: string,
): RenderedAt & { readonly lists: readonly ListName[]; readonly personal: boolean } => {
  const rendered = renderedAt(address);
  const { lists = [], personal = false } = screenAt(readAddress(rendered.url).path);
  return {
    ...rendered,
    personal,
    lists: ['messages', ...(lists.includes('events') ? lists : (['firstEvents', ...lists] as const))],
  };
};

/** Returns the head of the page at `url` when its address names this event. */
export const eventHead = (url: string, festival: FestivalFacts, event: FestivalEvent): Head =>
  headOf(readAddress(url).path, festival, event);

/** Renders the page at `url`. Only the state decides whether it contains anything of a single visitor. */
export function renderPage(url: string, state: PageState): RenderedPage {
  const client = createQueryClient();
  seed(client, state);
  const { path, search } = readAddress(url);
  const html = renderToString(<App client={client} now={state.now} at={{ path, search }} />);
  client.clear();
  return { html, ...headOf(path, state.festival, null), state };
}
