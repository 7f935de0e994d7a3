import { ANY_EVENT_PAGE, adminTabs, eventIdIn, formerPages, HELPER } from '#features/dashboard/web/parts/admin-tabs.ts';
import { ANY_ROOM, ROOMS, roomNameIn } from '#features/festival/rules/rooms.ts';
import { LOGIN_PARAMETER } from '#platform/build.ts';
import { DAY, MINUTE } from '#platform/durations.ts';
import { KINDS, type Kind, lockOf, mayStart } from './start.ts';

/** Any address with one of these paths can be shown from the copy of the plain page. */
export const PAGES = [
  '/',
  '/schedule',
  '/scoreboard',
  '/winners',
  '/inventory',
  '/announcements',
  '/details',
  '/top-gun',
  '/privacy',
  '/join',
  '/check-in',
  ROOMS,
  ANY_ROOM,
] as const;
const OWN_PAGES: readonly string[] = ['/schedule'];

export const LISTS = [
  '/api/events',
  '/api/festival',
  '/api/users',
  '/api/winners',
  '/api/inventory',
  '/api/open-games',
  '/api/discord/announcements',
  '/api/messages/public',
] as const;
export const OWN_LISTS = [
  '/api/rsvps/my',
  '/api/waiting/my',
  '/api/notices/my',
  '/api/messages/my',
  '/api/calls/my',
  '/api/reports',
  '/api/claims/my',
  '/api/queue/my',
  '/api/stars',
  '/api/feedback/my',
  '/api/inventory/mine',
  '/api/open-games/my',
  '/api/names/my',
  '/api/users/my',
  '/api/visitor',
  '/api/devices',
] as const;
/** An id names the same bytes for ever. */
export const PICTURES = '/pictures/';
const SEEN = /^\/api\/(?:(?:matches|leaderboard)\?eventId=[\w-]+|discord\/avatars\/[\w.-]+|standings\/freeze)$/;
/** Copied on devices that open one of them. They are public; their requests under /api/admin are not copied. */
export const DESK_PAGES: readonly string[] = [
  ...[...adminTabs, ...formerPages].map(({ path }) => path),
  ANY_EVENT_PAGE,
  HELPER,
];

export type CacheKey = { readonly kind: Kind; readonly key: string };
type Asked = {
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly isPage: boolean;
  readonly from: string | null;
};

const isDesk = (path: string): boolean => DESK_PAGES.includes(path);

/** Null passes the worker, as the way to a login page does. */
export function cacheKeyOf({ method, path, search, isPage, from }: Asked): CacheKey | null {
  if (method !== 'GET') return null;
  if (isPage && new URLSearchParams(search).has(LOGIN_PARAMETER)) return null;
  if (isPage) return cacheKeyOfPage(path.replace(/(?<=[^/])\/$/, ''));
  if (from !== null && !mayStart(from)) return null;
  const key = path + search;
  if ((OWN_LISTS as readonly string[]).includes(key)) return { kind: 'own', key };
  if ((LISTS as readonly string[]).includes(key) || SEEN.test(key)) return { kind: 'lists', key };
  return null;
}

function cacheKeyOfPage(asked: string): CacheKey | null {
  const path = eventIdIn(asked) !== null ? ANY_EVENT_PAGE : roomNameIn(asked) !== null ? ANY_ROOM : asked;
  if (!(PAGES as readonly string[]).includes(path) && !isDesk(path)) return null;
  return { kind: OWN_PAGES.includes(path) ? 'own' : 'pages', key: path };
}

type Answer = { readonly status: number; readonly build: string | null };

/**
 * Otherwise the worker serves the copy. A list's 5xx is passed on: a copy would read as a lost connection, after which
 * a page asks a busy server for everything again.
 */
export const isUsable = ({ status, build }: Answer, isPage: boolean): boolean =>
  build !== null && (status < 500 || !isPage);

/** For pages. A login page is another status, and is shown as it is. */
export const isServerAway = (status: number): boolean => [502, 503, 504].includes(status);

/** Only pages of another build show its answers. */
export const mayBeCopied = ({ status, build }: Answer, own: string): boolean => status === 200 && build === own;

/** Images name no build. */
export const mayServeCached = (
  asking: { readonly build: string | null; readonly cache: string },
  own: string,
): boolean =>
  (asking.build === null || asking.build === own) && !['no-cache', 'no-store', 'reload'].includes(asking.cache);

/** Milliseconds until the offline copy is shown. */
const PAGE_LIMIT_MS = 2_000;
export const LIST_LIMIT_MS = 4_000;

/** A younger page is shown unless the network is as quick; its lists follow. */
const YOUNG_MS = 10 * MINUTE;
const YOUNG_LIMIT_MS = 50;

type Opened = { readonly kind: Kind; readonly search: string; readonly isReload: boolean };

/**
 * Milliseconds; `age` is NaN without a copy: 50 ms for home copied three minutes ago. 2 s for a reload, which asks for
 * a new page, for `?event=…`, which the copy may not have, and for My schedule, which must not show a place that was
 * just given up.
 */
export const pageLimit = ({ kind, search, isReload }: Opened, age: number): number =>
  kind === 'pages' && search === '' && !isReload && age >= 0 && age < YOUNG_MS ? YOUNG_LIMIT_MS : PAGE_LIMIT_MS;

/** For so long after a late answer the network counts as slow, and gets less time. */
const SLOW_MS = 15_000;
const SLOW_LIMIT_MS = 500;

/** `sinceLate`: milliseconds since an answer was last late. */
export const limitAfter = (sinceLate: number, limit: number): number =>
  sinceLate < SLOW_MS ? Math.min(SLOW_LIMIT_MS, limit) : limit;

export const isSlowAfter = (limit: number): boolean => limit >= SLOW_LIMIT_MS;

const OLDEST_MS = 14 * DAY;
const MOST = 80;

/** Those so much older than the newest, whatever the device's clock shows, and the oldest of too many. */
export function surplus(copies: readonly { readonly key: string; readonly at: number }[]): string[] {
  const byAge = copies.toSorted((one, other) => other.at - one.at);
  const newest = byAge[0]?.at ?? 0;
  return byAge.filter(({ at }, index) => index >= MOST || newest - at > OLDEST_MS).map(({ key }) => key);
}

const NAME = new RegExp(`^(?:shell|${KINDS.join('|')}) ([\\w-]+)$`);

/** `open`: the locks of open pages. */
export const unused = (names: readonly string[], own: string, open: readonly string[]): string[] =>
  names.filter((name) => {
    const build = NAME.exec(name)?.[1];
    return build !== undefined && build !== own && !open.includes(lockOf(build));
  });

export function bracketsOf(places: unknown, events: unknown): string[] {
  const mine = new Set(rowsOf(places).map(({ eventId }) => eventId));
  const played = rowsOf(events).filter(({ id, tournamentType }) => mine.has(id) && Boolean(tournamentType));
  return played.map(({ id }) => `/api/matches?eventId=${id}`);
}

/** The address of the map of these facts; null where there is none. */
export const mapAddress = (festival: unknown): string | null => {
  const { mapPicture } = (festival ?? {}) as { readonly mapPicture?: unknown };
  return typeof mapPicture === 'string' ? `${PICTURES}${mapPicture}` : null;
};

const rowsOf = (list: unknown): Record<string, unknown>[] =>
  Array.isArray(list) ? list.filter((row) => typeof row === 'object' && row !== null) : [];
