import { renderToString } from 'react-dom/server';
import type { FestivalEvent } from '#features/events/contract.ts';
import type { ProgrammeChoice } from '#features/events/rules/first-events.ts';
import { FINISHED } from '#features/events/rules/programme.ts';
import { readType } from '#features/events/web/EventFilters.tsx';
import type { FestivalFacts } from '#features/festival/contract.ts';
import { programmeAddress } from '#features/home/web/parts/home-address.ts';
import { createQueryClient } from '#platform/web/query-client.ts';
import { App } from './App.tsx';
import { mendedAddress, readAddress } from './address.ts';
import { type ListName, type PageState, seed } from './page-state.ts';
import { type Head, headOf, notFound, screenAt, screens } from './screens.ts';

/** What the server renders for an address. Searches, unknown parameters and unknown paths share the plain page. */
type RenderedAt = {
  /** Cache key: the same for all addresses with the same page. */
  readonly key: string;
  /** The address to render. */
  readonly url: string;
  readonly known: boolean;
  /** Where an unknown address leads that a chat app or a person changed. */
  readonly instead: string | null;
  /** Id of the event in the address, which may not exist; null when the page does not depend on it. */
  readonly event: string | null;
  /** The address to render for that event. On home only the head differs, because the dialog opens in the browser. */
  readonly eventUrl: string;
  /** What home shows of the programme; null on other screens. */
  readonly choice: ProgrammeChoice | null;
  /** The address to serve instead when the programme does not have the day or part; null when none is asked for. */
  readonly plain: string | null;
};

const DISPLAY = '/display';
const EVENT_PAGES: readonly string[] = ['/', DISPLAY];
const ID = /^[\w-]{1,64}$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const PART = /^[1-9]\d{0,3}$/;
const NOWHERE = { known: false, event: null, choice: null, plain: null };

function renderedAt(url: string): RenderedAt {
  const instead = mendedAddress(url);
  const screen = screenAt(readAddress(url).path);
  if (!screen.known) return { key: 'page 404', url: '/404', eventUrl: '/404', instead, ...NOWHERE };
  // As the browser reads it.
  const query = new URLSearchParams(readAddress(instead ?? url).search);
  const choice = screen.path === '/' ? choiceIn(query) : null;
  const rendered = choice === null ? (screen.renderedAs ?? screen.path) : programmeAddress(choice);
  const id = EVENT_PAGES.includes(screen.path) ? (query.get('event') ?? '') : '';
  const event = ID.test(id) ? id : null;
  const eventUrl = event !== null && screen.path === DISPLAY ? `${DISPLAY}?event=${event}` : rendered;
  const plain = choice !== null && (choice.day !== null || choice.part > 1) ? plainOf(choice, event) : null;
  return { key: `page ${rendered}`, url: rendered, known: true, instead: null, event, eventUrl, choice, plain };
}

function choiceIn(query: URLSearchParams): ProgrammeChoice {
  const day = query.get('day') ?? '';
  const part = query.get('part') ?? '';
  return {
    type: readType(query.get('type')),
    day: day === FINISHED || DAY.test(day) ? day : null,
    part: PART.test(part) ? Number(part) : 1,
  };
}

function plainOf({ type }: ProgrammeChoice, event: string | null): string {
  const plain = programmeAddress({ type, day: null, part: 1 });
  if (event === null) return plain;
  return `${plain}${plain.includes('?') ? '&' : '?'}event=${event}`;
}

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
