import { renderToString } from 'react-dom/server';
import { createQueryClient } from '#platform/web/query-client.ts';
import { App } from './App.tsx';
import { readAddress } from './address.ts';
import { type Head, headOf } from './head.ts';
import { pageKey as keyOf } from './page-key.ts';
import { type ListName, type PageState, seed } from './page-state.ts';
import { screenAt, screens } from './screens.ts';

export type RenderedPage = Head & {
  readonly html: string;
  readonly status: 200 | 404;
  /** For `<script type="application/json" id="state">`; browser.tsx draws from it what this drew. */
  readonly state: unknown;
};

// renderToString cannot wait, so every page's code is here before the first request.
await Promise.all(screens.map((screen) => screen.preload?.()));

/** Addresses with the same key have the same page, drawn from these lists. */
export const pageAt = (url: string): { key: string; lists: readonly ListName[] } => ({
  key: keyOf(url),
  lists: ['events', ...(screenAt(readAddress(url).path).lists ?? [])],
});

/** The page at `url` (path and query) as every visitor sees it first; nothing of one visitor is in it. */
export function renderPage(url: string, state: PageState): RenderedPage {
  const client = createQueryClient();
  seed(client, state);
  const { path, search } = readAddress(url);
  const id = path === '/' ? new URLSearchParams(search).get('event') : null;
  const event = state.lists.events.find((one) => one.id === id) ?? null;
  const html = renderToString(<App client={client} now={state.now} at={{ path, search }} />);
  client.clear();
  return { html, status: screenAt(path).known ? 200 : 404, ...headOf(path, state.festival, event), state };
}
