import type { QueryClient } from '@tanstack/react-query';
import { act, getConfig, screen, waitFor } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { eventsQuery } from '#features/events/web/state.ts';
import { offsetsAround, takeOffsets } from '#platform/time.ts';
import { endHydration, startHydration, whenHydrated } from '#platform/web/hydrated.ts';
import { createQueryClient } from '#platform/web/query-client.ts';
import { aGame } from '#testing/factories.ts';
import { answerCalls, NOW, shownFestival } from '#testing/page.tsx';
import { shownEvent } from '#testing/shown-event.ts';
import { App } from './App.tsx';
import { type PageState, seed } from './page-state.ts';
import { screenAt } from './screens.ts';
import { pageAt, renderPage } from './server.tsx';

let leave = async () => {};
afterEach(async () => {
  await leave();
  vi.restoreAllMocks();
  allEvents = events;
});

const events = [
  shownEvent(),
  shownEvent({ id: 'kart', title: 'Kart Cup', eventType: 'video-game', startTime: '2025-11-14T20:00:00.000Z' }),
];
const missions = [
  { category: 'Games', missions: [{ id: 'win', task: 'Win by exactly one point', points: 6, limit: 1 }] },
];
const azul = { ...aGame(), id: 'azul', lent: null };
const users = Array.from({ length: 60 }, (_, index) => ({
  id: `u${index}`,
  name: `User ${index}`,
  score: 60 - index,
  revision: 1,
}));
const lists = {
  events,
  faq: shownFestival.faq,
  missions,
  firstGames: { games: [azul], count: 1 },
  topScores: { users: users.slice(0, 50), count: 60 },
};
const offsets = offsetsAround([2025], shownFestival.timeZone);
const state: PageState = { festival: shownFestival, now: NOW, offsets, position: 1, lists };

let usersFail = false;
let allEvents = events;

type Moments = { beforehand?: (root: HTMLElement) => void; onHydrated?: (client: QueryClient) => void };

const hydrate = async (url: string, server = state, seen = server, moments: Moments = {}) => {
  const heard = answerCalls({
    'GET /api/rsvps/my': () => ({ body: [{ id: 'r1', eventId: 'kart', playerName: 'Alex', checkedIn: false }] }),
    'GET /api/admin/session': () => ({ body: { admin: false } }),
    'GET /api/events': () => ({ body: allEvents }),
    'GET /api/inventory': () => ({ body: [azul] }),
    'GET /api/inventory/mine': () => ({ body: [azul.id] }),
    'GET /api/users': () => (usersFail ? { status: 500 } : { body: users }),
  });
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  const complaints: unknown[] = [];
  vi.spyOn(console, 'error').mockImplementation((...words) => complaints.push(words));
  history.replaceState(null, '', url);
  const root = document.createElement('div');
  root.innerHTML = renderPage(pageAt(url).eventUrl, server).html;
  document.body.replaceChildren(root);
  const client = createQueryClient();
  seed(client, seen);
  startHydration();
  moments.beforehand?.(root);
  void whenHydrated().then(() => moments.onHydrated?.(client));
  const app = <App client={client} now={state.now} />;
  // Without `act`, which would hydrate every part of the page at once.
  const live = await getConfig().asyncWrapper(async () => {
    const hydrated = hydrateRoot(root, app, { onRecoverableError: (error) => complaints.push(error) });
    await whenHydrated();
    return hydrated;
  });
  leave = () => {
    endHydration();
    return act(async () => live.unmount());
  };
  return { complaints, root, heard };
};

it.each([
  '/',
  '/?q=kart&type=video-game',
  '/?q=zzz',
  '/?type=nonsense',
  '/?event=kart',
  '/?event=gone',
  '/display?event=gone',
  '/display?event=kart',
  '/display?rotate=20&events=kart',
  '/schedule',
  '/schedule?checked-in=kart',
  '/details',
  '/top-gun',
  '/check-in?token=x',
  '/nope',
])('hydrates %s without an error', async (url) => {
  const { complaints } = await hydrate(url);
  expect(complaints).toEqual([]);
});

it.each(['/inventory', '/scoreboard'])('hydrates %s without an error', async (url) => {
  const { complaints, root } = await hydrate(url);
  await waitFor(() => expect(root.textContent).toMatch(/Remove|User 59/));
  expect(complaints).toEqual([]);
});

it.each(['/', '/admin', '/admin/events'])('hydrates %s before a list of it changes', async (url) => {
  await screenAt(url).preload?.();
  const onHydrated = (client: QueryClient) =>
    client.setQueryData(eventsQuery.queryKey, [shownEvent({ title: 'Moved meanwhile' })]);
  const { complaints, root } = await hydrate(url, state, state, { onHydrated });
  await waitFor(() => expect(root.textContent).not.toContain('Kart Cup'));
  expect(complaints).toEqual([]);
});

it.each(['/', '/?event=kart', '/display?event=kart', '/admin/events'])(
  'hydrates %s without an error when the browser does not know the zone',
  async (url) => {
    takeOffsets('Ship/Deck', offsets);
    const seen = { ...state, festival: { ...shownFestival, timeZone: 'Ship/Deck' } };
    const { complaints, root } = await hydrate(url, state, seen);
    expect(complaints).toEqual([]);
    expect(root.textContent).toContain('Kart Cup');
  },
);

it.each(['/', '/?q=kart&type=course', '/scoreboard', '/inventory', '/join', '/display?event=kart'])(
  'keeps what was typed and chosen on %s before it was hydrated',
  async (url) => {
    await screenAt(url).preload?.();
    const typed = new Map<HTMLInputElement | HTMLSelectElement, string>();
    const beforehand = (root: HTMLElement) => {
      for (const field of root.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input:enabled, select')) {
        field.value = field instanceof HTMLSelectElement ? (field.options[field.options.length - 1]?.value ?? '') : 'c';
        typed.set(field, field.value);
      }
    };
    const { root } = await hydrate(url, state, state, { beforehand });
    await act(async () => {});
    expect(typed.size).toBeGreaterThan(0);
    for (const [field, value] of typed) {
      expect(root.contains(field)).toBe(true);
      expect(field.value).toBe(value);
    }
  },
);

it('searches for what was typed before the page was hydrated', async () => {
  const beforehand = (root: HTMLElement) => {
    const field = root.querySelector<HTMLInputElement>('input[type=search]');
    if (field) field.value = 'kart';
  };
  const { root } = await hydrate('/', state, state, { beforehand });
  await waitFor(() => expect(root.querySelectorAll('article')).toHaveLength(1));
  await waitFor(() => expect(location.search).toBe('?q=kart'));
});

it('keeps the first part of the scoreboard when the rest does not load', async () => {
  usersFail = true;
  const { root } = await hydrate('/scoreboard');
  await waitFor(() => expect(root.textContent).toContain('The scores didn’t load'));
  expect(root.textContent).toContain('60 competitors');
  expect(root.textContent).toContain('User 0');
  usersFail = false;
});

/** The page of a festival with more events than a page carries: the cards of one day, or of none. */
const partial = (day: string | null, cards = events.slice(0, 1)): PageState => ({
  ...state,
  lists: {
    firstEvents: {
      ...{ events: cards, shown: cards.length, count: 3, more: true },
      ...{ choice: { type: null, day, part: 1 }, days: ['2025-11-13', '2025-11-14'], isDay: true, isOver: false },
    },
  },
});

it.each([
  ['/', partial(null), 'catan'],
  ['/?day=2025-11-13', partial('2025-11-13'), 'catan'],
  ['/?day=2025-11-14', partial('2025-11-14', events.slice(1)), 'kart'],
  ['/?day=1999-01-01', partial(null), 'catan'],
  ['/?event=kart', partial(null), 'catan'],
  ['/?q=kart', partial(null), 'kart'],
  ['/?day=2025-11-13&part=2', partial('2025-11-13', []), 'catan'],
])('hydrates %s from a part of the programme without an error, then has all of it', async (url, server, card) => {
  const { complaints, root } = await hydrate(url, server);
  await waitFor(() => expect(root.textContent).not.toContain('More events'));
  await waitFor(() => expect(root.querySelector(`#event-${card}`)).not.toBeNull());
  expect(complaints).toEqual([]);
});

it('opens an event whose day did not come with the page', async () => {
  await hydrate('/?event=kart', partial(null));
  await screen.findByRole('dialog', { name: 'Kart Cup' });
  expect(screen.queryByText('Event not found')).toBeNull();
});

it('shows the places that came with the page, without asking for them', async () => {
  const rsvp = { id: 'r9', eventId: 'kart', playerName: 'Noor', checkedIn: false };
  const own = partial(null, events.slice(1));
  const server = { ...own, lists: { ...own.lists, myRsvps: [rsvp] } };
  expect(renderPage('/schedule', server).html).toContain('Kart Cup');
  const { complaints, root, heard } = await hydrate('/schedule', server);
  await waitFor(() => expect(heard.map(({ call }) => call)).toContain('GET /api/events'));
  expect(root.textContent).toContain('Kart Cup');
  expect(heard.map(({ call }) => call)).not.toContain('GET /api/rsvps/my');
  expect(complaints).toEqual([]);
});

it('shows the waiting lists that came with the page', async () => {
  const startTime = '2099-11-14T17:00:00.000Z';
  const full = shownEvent({ id: 'full', title: 'Full house', startTime, currentRegistrations: 16, waiting: 2 });
  const entry = { id: 'w9', eventId: 'full', playerName: 'Noor', rank: 2, revision: 1, groupId: null };
  allEvents = [full];
  const own = partial(null, [full]);
  const server = { ...own, lists: { ...own.lists, myRsvps: [], myWaiting: [entry] } };
  expect(renderPage('/schedule', server).html).toContain('2nd of 2 in line');
  const { complaints, root } = await hydrate('/schedule', server);
  expect(root.textContent).toContain('2nd of 2 in line');
  expect(complaints).toEqual([]);
});

it('fetches the visitor’s own data, and keeps the server’s title', async () => {
  const { root } = await hydrate('/');
  await waitFor(() => expect(root.textContent).toContain('REGISTERED'));
  expect(document.title).toBe(renderPage('/', state).title);
});

it('shows this device’s ticks after hydration', async () => {
  localStorage.setItem('ticked missions', '["Games: Win by exactly one point"]');
  const { complaints, root } = await hydrate('/top-gun');
  expect(complaints).toEqual([]);
  await waitFor(() => expect(root.textContent).toContain('1 of 1 done'));
  expect(renderPage('/top-gun', state).html).toContain('0 of 1 done');
  localStorage.clear();
});

it('control: reports an error when server and browser render differently', async () => {
  const { complaints } = await hydrate('/', { ...state, lists: { events: [shownEvent({ title: 'Another' })] } }, state);
  expect(complaints).not.toEqual([]);
});
