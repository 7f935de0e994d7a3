import { describe, expect, it } from 'vitest';
import type { Endpoint } from '#platform/contract.ts';
import { testApp } from '#testing/app.ts';
import { screens } from '../screens.ts';
import {
  bracketsOf,
  cacheKeyOf,
  DESK_PAGES,
  isServerAway,
  isSlowAfter,
  isUsable,
  LISTS,
  limitAfter,
  mayBeCopied,
  mayServeCached,
  OWN_LISTS,
  PAGES,
  pageLimit,
  surplus,
  unused,
} from './rules.ts';
import { answersIn, cacheName, isWall, lockOf, mayStart } from './start.ts';

const asked = (path: string, more: Partial<Parameters<typeof cacheKeyOf>[0]> = {}) =>
  cacheKeyOf({ method: 'GET', path, search: '', isPage: false, from: '/', ...more });
const page = (path: string, search = '') => asked(path, { isPage: true, search, from: null });

describe('cacheKeyOf', () => {
  it('copies the visitors’ and the dashboard’s pages, and no other screen', () => {
    const copied = screens.map(({ path }) => path).filter((path) => page(path) !== null);
    expect(copied.toSorted()).toEqual([...PAGES, ...DESK_PAGES].toSorted());
    for (const path of ['/display', '/print', '/nowhere', '/admin/nothing'])
      expect([path, page(path)]).toEqual([path, null]);
  });

  it('shows every address of a page from one copy, and holds a visitor’s own page apart', () => {
    expect(page('/', '?event=1')).toEqual({ kind: 'pages', key: '/' });
    expect(page('/check-in', '?token=t1')).toEqual({ kind: 'pages', key: '/check-in' });
    expect(page('/scoreboard/')).toEqual({ kind: 'pages', key: '/scoreboard' });
    expect(page('/schedule')).toEqual({ kind: 'own', key: '/schedule' });
    expect(page('/rooms/Ballroom%20A')).toEqual({ kind: 'pages', key: '/rooms/room' });
  });

  it('passes a page on the way to a login page', () => {
    expect([page('/schedule', '?login='), page('/', '?day=2025-11-14&login')]).toEqual([null, null]);
  });

  it.each(['/display', '/print'])('copies nothing that %s asks for', (from) => {
    for (const path of [...LISTS, ...OWN_LISTS]) expect(asked(path, { from })).toBeNull();
  });

  it('passes writes and questions with a search', () => {
    expect(asked('/api/rsvps/my', { method: 'POST' })).toBeNull();
    expect(asked('/', { method: 'POST', isPage: true })).toBeNull();
    expect(asked('/api/events', { search: '?page=2' })).toBeNull();
  });

  it('copies what was seen of an event under its address with the query', () => {
    const bracket = '/api/matches?eventId=e1';
    expect(asked('/api/matches', { search: '?eventId=e1' })).toEqual({ kind: 'lists', key: bracket });
    expect(asked('/api/matches', { search: '?eventId=e1&page=2' })).toBeNull();
  });

  /** Every read of the contracts, by hand: a new one must be decided on. */
  const NEVER = [
    '/api/bulk-uploads',
    '/api/bulk-uploads/{id}/points',
    '/api/calendar/subscription',
    '/api/claims',
    '/api/events/{id}/amendments',
    '/api/events/{id}/calls',
    '/api/events/{id}/check-ins',
    '/api/events/{id}/feedback',
    '/api/events/{id}/no-shows',
    '/api/events/{id}/qr-code',
    '/api/events/{id}/queue',
    '/api/inventory/loans',
    '/api/events/{id}/rsvps',
    '/api/handovers/{id}',
    '/api/helpers',
    // The screens ask with ?eventId=.
    '/api/leaderboard/{id}',
    '/api/matches/{id}',
    '/api/matches/{id}/entries',
    '/api/messages',
    '/api/people',
    '/api/pictures',
    '/api/points/since',
    '/api/screen-codes/{code}',
    '/api/screens',
    '/api/screens/{name}',
    '/api/push/key',
    '/api/rehearsal',
    '/api/staff',
    '/api/standings/ceremony',
    '/api/users/by-code/{code}',
    '/api/users/{id}/points',
    '/api/events/{id}/points',
  ];
  const WHEN_SEEN = [
    '/api/discord/avatars/{file}',
    '/api/leaderboard?eventId={eventId}',
    '/api/matches?eventId={eventId}',
    '/api/standings/freeze',
  ];

  const addressOf = ({ route, query }: Endpoint): string =>
    route.slice(4) + (query?.shape.eventId === undefined ? '' : '?eventId={eventId}');

  it('copies of the endpoints only lists that visitors see', async () => {
    const { endpoints } = await testApp();
    const reads = endpoints.filter(({ route }) => /^GET \/api\/(?!admin\/)/.test(route));
    for (const { route } of endpoints.filter(({ route: one }) => one.startsWith('GET /api/admin/')))
      expect([route, asked(route.slice(4).replace(/\{\w+\}/g, 'x1'))]).toEqual([route, null]);
    const paths = reads.map(addressOf);
    expect(paths.toSorted()).toEqual([...NEVER, ...WHEN_SEEN, ...LISTS, ...OWN_LISTS].toSorted());
    const kindOf = (path: string) => asked(path.replace(/\{\w+\}/g, 'x1'))?.kind;
    for (const path of NEVER) expect([path, kindOf(path)]).toEqual([path, undefined]);
    for (const path of [...WHEN_SEEN, ...LISTS]) expect([path, kindOf(path)]).toEqual([path, 'lists']);
    for (const path of OWN_LISTS) expect([path, kindOf(path)]).toEqual([path, 'own']);
  });

  it('takes for the same for everybody only what the contracts declare so', async () => {
    const { endpoints } = await testApp();
    const shared = endpoints.filter(({ cachedUntil }) => cachedUntil !== undefined).map(addressOf);
    const apart = ['/api/discord/announcements', '/api/discord/avatars/{file}'];
    expect([...LISTS, ...WHEN_SEEN].filter((path) => !apart.includes(path) && !shared.includes(path))).toEqual([]);
  });
});

it('starts the worker on no screen that strangers see', () => {
  expect(['/display', '/print', '/display/', '/display/ceremony'].filter(mayStart)).toEqual([]);
  expect(['/', '/admin', '/schedule', '/displays'].filter(mayStart)).toHaveLength(4);
  expect(['/display', '/display/hall', '/displays', '/print', '/'].filter(isWall)).toEqual([
    '/display',
    '/display/hall',
  ]);
});

it('ignores responses without X-Release, and for pages 5xx', () => {
  for (const isPage of [true, false]) {
    expect(isUsable({ status: 200, build: null }, isPage)).toBe(false);
    expect(isUsable({ status: 404, build: 'r2' }, isPage)).toBe(true);
  }
  expect(isUsable({ status: 503, build: 'r1' }, true)).toBe(false);
});

it('passes on that the server is too busy for a list', () => {
  expect(isUsable({ status: 503, build: 'r1' }, false)).toBe(true);
});

it('copies good answers of its own build only', () => {
  expect(mayBeCopied({ status: 200, build: 'r1' }, 'r1')).toBe(true);
  expect(mayBeCopied({ status: 200, build: 'r2' }, 'r1')).toBe(false);
  expect(mayBeCopied({ status: 404, build: 'r1' }, 'r1')).toBe(false);
});

it('gives offline copies to pages of its build that have nothing newer', () => {
  expect(mayServeCached({ build: 'r1', cache: 'default' }, 'r1')).toBe(true);
  expect(mayServeCached({ build: null, cache: 'default' }, 'r1')).toBe(true);
  expect(mayServeCached({ build: 'r2', cache: 'default' }, 'r1')).toBe(false);
  for (const cache of ['no-cache', 'no-store', 'reload'])
    expect(mayServeCached({ build: 'r1', cache }, 'r1')).toBe(false);
});

it('gives the network less time for 15 s after it was late', () => {
  expect(limitAfter(14_999, 4000)).toBe(500);
  expect(limitAfter(15_000, 4000)).toBe(4000);
  expect(limitAfter(0, 50)).toBe(50);
  expect([50, 500, 4000].map(isSlowAfter)).toEqual([false, true, true]);
});

it('shows a page that was copied a few minutes ago unless the network is as quick', () => {
  const opened = { kind: 'pages', search: '', isReload: false } as const;
  const minutes = (count: number) => count * 60_000;
  expect([0, minutes(10) - 1, minutes(10), -1, Number.NaN].map((age) => pageLimit(opened, age))).toEqual([
    50, 50, 2000, 2000, 2000,
  ]);
  const patient = [{ search: '?event=1' }, { isReload: true }, { kind: 'own' as const }];
  for (const more of patient) expect(pageLimit({ ...opened, ...more }, 0)).toBe(2000);
});

it('deletes copies 14 days older than the newest, and the oldest of more than 80', () => {
  const day = 24 * 60 * 60 * 1000;
  const now = 100 * day;
  const copies = [
    { key: 'newest', at: now },
    { key: 'old', at: now - 14 * day - 1 },
    { key: 'young', at: now - 14 * day },
  ];
  expect(surplus(copies)).toEqual(['old']);
  const many = Array.from({ length: 82 }, (_, index) => ({ key: `k${index}`, at: now - index }));
  expect(surplus(many)).toEqual(['k80', 'k81']);
});

it('deletes the caches of other builds, except of those with an open page', () => {
  const names = [cacheName('shell', 'r1'), cacheName('own', 'r2'), cacheName('pages', 'r3'), 'somebody else’s'];
  expect(unused(names, 'r1', [])).toEqual(['own r2', 'pages r3']);
  expect(unused(names, 'r1', [lockOf('r2'), 'kept writes'])).toEqual(['pages r3']);
});

it('forgets the copies of every build, except its files', () => {
  const names = [cacheName('shell', 'r1'), cacheName('own', 'r1'), cacheName('own', 'r2'), cacheName('lists', 'r2')];
  expect(answersIn([...names, cacheName('pages', 'r1'), 'somebody else’s'])).toEqual([
    'own r1',
    'own r2',
    'lists r2',
    'pages r1',
  ]);
});

it('finds the brackets that a visitor plays in', () => {
  const events = [
    { id: 'e1', tournamentType: 'single-elimination' },
    { id: 'e2', tournamentType: null },
    { id: 'e3', tournamentType: 'double-elimination' },
  ];
  expect(bracketsOf([{ eventId: 'e1' }, { eventId: 'e2' }], events)).toEqual(['/api/matches?eventId=e1']);
  expect(bracketsOf(undefined, { code: 'BUSY' })).toEqual([]);
});

it.each([
  ['a proxy’s 502', 502, true],
  ['a 503, of a proxy or of our server', 503, true],
  ['a proxy’s 504', 504, true],
  ['a login page', 200, false],
  ['a proxy’s 403', 403, false],
])('waits for the server after %s: %s', (_, status, waits) => {
  expect(isServerAway(status)).toBe(waits);
});
