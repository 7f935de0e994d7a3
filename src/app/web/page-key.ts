import { readType } from '#features/events/web/EventFilters.tsx';
import { readAddress } from './address.ts';
import { screenAt } from './screens.ts';

/** What the server renders for an address. Searches, unknown parameters and unknown paths share the plain page. */
export type RenderedAt = {
  /** Cache key: the same for all addresses with the same page. */
  readonly key: string;
  /** The address to render. */
  readonly url: string;
  readonly known: boolean;
  /** Id of the event in the address, which may not exist; null when the page does not depend on it. */
  readonly event: string | null;
  /** The address to render for that event. On home only the head differs, because the dialog opens in the browser. */
  readonly eventUrl: string;
};

const DISPLAY = '/display';
const EVENT_PAGES: readonly string[] = ['/', DISPLAY];
const ID = /^[\w-]{1,64}$/;

export function renderedAt(url: string): RenderedAt {
  const { path, search } = readAddress(url);
  const screen = screenAt(path);
  if (!screen.known) return { key: 'page 404', url: '/404', known: false, event: null, eventUrl: '/404' };
  const query = new URLSearchParams(search);
  const type = screen.path === '/' ? readType(query.get('type')) : null;
  const rendered = type === null ? screen.path : `${screen.path}?type=${type}`;
  const id = EVENT_PAGES.includes(screen.path) ? (query.get('event') ?? '') : '';
  const event = ID.test(id) ? id : null;
  const eventUrl = event !== null && screen.path === DISPLAY ? `${DISPLAY}?event=${event}` : rendered;
  return { key: `page ${rendered}`, url: rendered, known: true, event, eventUrl };
}
