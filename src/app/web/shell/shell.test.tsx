import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { forgetAdminMode } from '#features/access/web/state.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { eventsQuery } from '#features/events/web/state.ts';
import type { Festival } from '#features/festival/contract.ts';
import { festivalQuery } from '#features/festival/web/queries.ts';
import type { Notice } from '#features/news/notices/contract.ts';
import { HOUR } from '#platform/durations.ts';
import { forgetClock, hearTime, NowProvider, startClock } from '#platform/web/clock.tsx';
import { forgetConnection, reportFailure, reportLogin, reportResponse } from '#platform/web/connection.ts';
import { createQueryClient } from '#platform/web/query-client.ts';
import { fakeServer } from '#testing/fetch.ts';
import { shownEvent } from '#testing/shown-event.ts';
import { findDialog, userEvent } from '#testing/user-event.ts';
import { Shell } from './Shell.tsx';

const NOW = '2025-11-13T12:00:00.000Z';
const festival = {
  name: 'Games by the Sea',
  dates: '13-16 November 2025',
  timeZone: 'America/New_York',
  links: { localSpots: 'https://spots.example/', chatCommunity: 'https://chat.example/' },
} as Festival;

const event = (hour: number, change: Partial<FestivalEvent> = {}) =>
  shownEvent({
    id: `e${hour}`,
    title: `Event ${hour}`,
    startTime: new Date(Date.parse(NOW) + hour * HOUR).toISOString(),
    duration: 60,
    location: 'Hall',
    ...change,
  });

const NOTICED = { title: 'Catan', startTime: NOW, location: 'Hall', cancelled: false, lateMinutes: 0 };

let narrow = false;
let session = false;
let notices: Partial<Notice>[] = [];

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(NOW), toFake: ['Date'] });
  narrow = false;
  session = false;
  notices = [];
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('768') && narrow,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  fakeServer(async (address: string) => Response.json(address === '/api/notices/my' ? notices : { admin: session }));
});
afterEach(() => {
  cleanup();
  forgetAdminMode();
  delete document.documentElement.dataset.sidebar;
  delete document.documentElement.dataset.theme;
  localStorage.clear();
  forgetClock();
  forgetConnection();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const show = async (path = '/', events: FestivalEvent[] = []) => {
  const client = createQueryClient();
  client.setQueryData(festivalQuery.queryKey, festival);
  client.setQueryData(eventsQuery.queryKey, events);
  const { hook, searchHook } = memoryLocation({ path });
  await act(async () => {
    render(
      <QueryClientProvider client={client}>
        <NowProvider initial={NOW}>
          <Router hook={hook} searchHook={searchHook}>
            <Shell>
              <p>The page</p>
            </Shell>
          </Router>
        </NowProvider>
      </QueryClientProvider>,
    );
  });
};
const links = () => within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link');

test('the sidebar has its entries in order, without Admin', async () => {
  await show();
  expect(links().map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('target')])).toEqual([
    ['Details', '/details', null],
    ['Events', '/', null],
    ['My schedule', '/schedule', null],
    ['Top Gun Competition', '/top-gun', null],
    ['Scoreboard', '/scoreboard', null],
    ['Announcements', '/announcements', null],
    ['Game inventory', '/inventory', null],
    ['Local Spots (opens in a new tab)', 'https://spots.example/', '_blank'],
    ['Chat community (opens in a new tab)', 'https://chat.example/', '_blank'],
  ]);
  const brand = within(screen.getByRole('complementary', { name: 'Sidebar' })).getByRole('link', {
    name: 'Games by the Sea 13-16 November 2025',
  });
  expect(brand.getAttribute('href')).toBe('/');
});

test('a phone’s menu button and My schedule say when there is news', async () => {
  narrow = true;
  notices = [{ id: 'n1', kind: 'removed', playerName: 'Alex', is: NOTICED, was: NOTICED, at: NOW, seen: false }];
  await show();
  const menu = screen.getByRole('button', { name: 'Toggle sidebar', expanded: false });
  await waitFor(() => expect(menu.getAttribute('aria-description')).toBe('There is news in My schedule'));
  await userEvent.click(menu);
  await screen.findByRole('link', { name: /^My schedule ?, news$/ });
  expect(menu.getAttribute('aria-description')).toBeNull();
});

test('the bar at the thumb has four screens, marks the present one and says where there is news', async () => {
  notices = [{ id: 'n1', kind: 'removed', playerName: 'Alex', is: NOTICED, was: NOTICED, at: NOW, seen: false }];
  await show('/scoreboard');
  const bar = within(screen.getByRole('navigation', { name: 'Quick links' }));
  await bar.findByRole('link', { name: /^Mine ?, news$/ });
  expect(
    bar.getAllByRole('link').map((link) => [link.getAttribute('href'), link.getAttribute('aria-current')]),
  ).toEqual([
    ['/#events', null],
    ['/schedule', null],
    ['/scoreboard', 'page'],
    ['/announcements', null],
  ]);
  bar.getByRole('link', { name: 'News' });
});

test('the bar at the thumb has a dot at Mine while somebody here is called to a table', async () => {
  const called = {
    matchId: 'm',
    eventId: 'e1',
    table: '4',
    calledAt: NOW,
    playerName: 'Jo',
    opponents: [],
    seen: true,
  };
  fakeServer(async (address) => Response.json(address === '/api/calls/my' ? [called] : []));
  await show('/details', [event(1, { bracketDrawn: true })]);
  const bar = within(screen.getByRole('navigation', { name: 'Quick links' }));
  await bar.findByRole('link', { name: /^Mine ?, news$/ });
});

test('the bar at the thumb has a dot at News while a message is unread', async () => {
  const message = { id: 'm1', text: 'Pizza', urgent: false, at: NOW, endsAt: '2025-11-14T12:00:00.000Z', revision: 1 };
  fakeServer(async (address) => Response.json(address === '/api/messages/public' ? [message] : []));
  await show();
  await screen.findByRole('link', { name: /^News ?, unread$/ });
});

test('the bar at the thumb of an organiser at the desk finds a person and writes a message', async () => {
  session = true;
  await show('/admin');
  const bar = within(await screen.findByRole('navigation', { name: 'Quick links' }));
  await bar.findByRole('button', { name: 'Find' });
  expect(bar.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Today', '/admin'],
    ['Events', '/admin/events'],
  ]);
  expect(bar.getByRole('link', { current: 'page' }).textContent).toBe('Today');
  bar.getByRole('button', { name: 'Message' });
  await userEvent.click(bar.getByRole('button', { name: 'Find' }));
  await findDialog('Find a person');
});

test('the lock is at the foot of a phone’s menu, which closes before the password is asked for', async () => {
  narrow = true;
  await show();
  await userEvent.click(screen.getByRole('button', { name: 'Toggle sidebar' }));
  const menu = await findDialog('Menu');
  await userEvent.click(within(menu).getByRole('button', { name: 'Unlock admin mode' }));
  await findDialog('Enter Admin Password');
});

test('Admin is the last entry while admin mode is on', async () => {
  session = true;
  await show();
  expect(links().at(-1)?.textContent).toBe('Admin');
});

test('the header leads to a login page past the worker, with what the address says', async () => {
  await show('/?day=2025-11-14');
  vi.useFakeTimers();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  reportFailure();
  reportLogin();
  await act(() => vi.advanceTimersByTimeAsync(9_000));
  expect([screen.queryByText('No connection') !== null, screen.queryByRole('link', { name: /login/ })]).toEqual([
    true,
    null,
  ]);
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  const link = screen.getByRole('link', { name: 'Open the login page' });
  expect(link.getAttribute('href')).toBe('/?day=2025-11-14&login=');
  act(reportResponse);
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  screen.getByText('Login needed');
  act(forgetConnection);
});

test('only the entry of the current path is active', async () => {
  await show('/scoreboard');
  const active = links().filter((link) => link.getAttribute('aria-current') === 'page');
  expect(active.map((link) => link.textContent)).toEqual(['Scoreboard']);
});

test('Ctrl+B, Cmd+B and the button collapse the sidebar and store it in a cookie for seven days', async () => {
  const cookies: string[] = [];
  vi.spyOn(document, 'cookie', 'set').mockImplementation((cookie) => void cookies.push(cookie));
  await show();
  const button = screen.getByRole('button', { name: 'Toggle sidebar', expanded: true });
  const said = () => [document.documentElement.dataset.sidebar ?? 'expanded', button.getAttribute('aria-expanded')];
  await userEvent.keyboard('{Control>}b{/Control}');
  expect(said()).toEqual(['collapsed', 'false']);
  await userEvent.keyboard('{Meta>}B{/Meta}');
  expect(said()).toEqual(['expanded', 'true']);
  await userEvent.click(button);
  expect(said()).toEqual(['collapsed', 'false']);
  expect(cookies).toEqual(
    ['false', 'true', 'false'].map((state) => `sidebar_state=${state}; path=/; max-age=604800; samesite=lax`),
  );
  vi.restoreAllMocks();
});

test.each([
  ['a Cyrillic layout', { key: 'и', code: 'KeyB' }, true],
  ['a Greek layout', { key: 'β', code: 'KeyB' }, true],
  ['a Latin layout with b elsewhere', { key: 'b', code: 'KeyN' }, true],
  ['a Latin layout with another letter at its place', { key: 'x', code: 'KeyB' }, false],
  ['another key of a Cyrillic layout', { key: 'в', code: 'KeyD' }, false],
  ['a Latin layout, without Ctrl', { key: 'b', code: 'KeyB', ctrlKey: false }, false],
])('Ctrl with the key of %s', async (_, press, folds) => {
  await show();
  fireEvent.keyDown(document.body, { ctrlKey: true, ...press });
  expect(document.documentElement.dataset.sidebar).toBe(folds ? 'collapsed' : undefined);
});

test.each([
  ['input', false],
  ['textarea', false],
  ['input type="checkbox"', true],
  ['select', true],
])('Ctrl+B in <%s>', async (tag, folds) => {
  await show();
  document.body.insertAdjacentHTML('beforeend', `<${tag} id="field">`);
  const field = document.getElementById('field') as HTMLElement;
  const isLeftToField = fireEvent.keyDown(field, { key: 'b', code: 'KeyB', ctrlKey: true });
  field.remove();
  expect([document.documentElement.dataset.sidebar, isLeftToField]).toEqual([folds ? 'collapsed' : undefined, !folds]);
});

test('in admin mode the dashboard begins with a sidebar of icons and without ticker, and keeps the cookie', async () => {
  session = true;
  const cookie = vi.spyOn(document, 'cookie', 'set');
  await show('/admin/events/e1', [event(1)]);
  await waitFor(() => expect(document.documentElement.dataset.sidebar).toBe('collapsed'));
  expect(screen.queryByRole('region', { name: 'Upcoming events' })).toBeNull();
  expect(cookie).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Toggle sidebar', expanded: false }));
  expect(document.documentElement.dataset.sidebar).toBeUndefined();
  await act(async () => forgetAdminMode());
  vi.restoreAllMocks();
});

test('leaving the dashboard brings sidebar and ticker back', async () => {
  session = true;
  await show('/admin', [event(1)]);
  await waitFor(() => expect(document.documentElement.dataset.sidebar).toBe('collapsed'));
  await userEvent.click(within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Events' }));
  expect(document.documentElement.dataset.sidebar).toBeUndefined();
  screen.getByRole('region', { name: 'Upcoming events' });
});

test('a visitor’s dashboard has sidebar and ticker', async () => {
  await show('/admin', [event(1)]);
  expect(document.documentElement.dataset.sidebar).toBeUndefined();
  screen.getByRole('region', { name: 'Upcoming events' });
});

test('on a phone the entries are in a sheet, and choosing one closes it', async () => {
  narrow = true;
  await show();
  const button = screen.getByRole('button', { name: 'Toggle sidebar', expanded: false });
  await userEvent.click(button);
  const sheet = await findDialog('Menu');
  expect(document.documentElement.dataset.sidebar).toBeUndefined();
  await userEvent.click(within(sheet).getByRole('link', { name: 'Scoreboard' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the theme can be switched and is stored, and switching back follows the device again', async () => {
  await show();
  await userEvent.click(screen.getByRole('button', { name: 'Switch to daylight' }));
  expect([document.documentElement.dataset.theme, localStorage.getItem('theme')]).toEqual(['daylight', 'daylight']);
  await userEvent.click(screen.getByRole('button', { name: 'Switch to night' }));
  expect([document.documentElement.dataset.theme, localStorage.getItem('theme')]).toEqual([undefined, null]);
});

test('a ticker item shows icon, title, time in the festival’s zone and place, and opens the event', async () => {
  await show('/', [event(8, { tournamentType: 'single-elimination' }), event(9, { location: 'Sandbar' })]);
  const items = within(screen.getByRole('region', { name: 'Upcoming events' })).getAllByRole('link');
  expect(
    items.map((item) => [
      item.textContent,
      item.getAttribute('href'),
      item.querySelector('svg')?.getAttribute('data-icon'),
    ]),
  ).toEqual([
    ['Event 8 · Nov 13, 3:00 PM · Hall', '/?event=e8', 'trophy'],
    ['Event 9 · Nov 13, 4:00 PM · Sandbar', '/?event=e9', 'event'],
  ]);
});

test('the ticker can be paused and resumed', async () => {
  await show('/', [event(1)]);
  await userEvent.click(screen.getByRole('button', { name: 'Pause the ticker' }));
  expect(document.querySelector('.ticker-track')?.getAttribute('data-paused')).toBe('true');
  await userEvent.click(screen.getByRole('button', { name: 'Let the ticker run' }));
  expect(document.querySelector('.ticker-track')?.hasAttribute('data-paused')).toBe(false);
});

test('without future events there is no ticker', async () => {
  await show('/', [event(-1)]);
  expect(screen.queryByRole('region', { name: 'Upcoming events' })).toBeNull();
});

test.each([
  [location.origin, null],
  [`${location.origin}.`.replace(/(:\d+)\.$/, '.$1'), null],
  ['https://games.example.org', 'https://games.example.org/details?a=1'],
])('at PUBLIC_URL %s the page leads to %s', async (publicUrl, leads) => {
  const mark = document.head.appendChild(document.createElement('meta'));
  Object.assign(mark, { name: 'public-url', content: publicUrl });
  await show('/details?a=1');
  expect(screen.queryByRole('link', { name: /^Open this page at/ })?.getAttribute('href') ?? null).toBe(leads);
  mark.remove();
});

test('the header says that times may be wrong when the clock was set without network, until the server answers', async () => {
  vi.useFakeTimers({ now: Date.parse(NOW) });
  startClock(NOW);
  await show();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  reportFailure();
  await pass(4_000);
  expect(screen.queryByText('Times may be wrong until it is back')).toBeNull();
  vi.setSystemTime(Date.now() + 5 * HOUR);
  await pass(5_000);
  screen.getByText('Times may be wrong until it is back');
  hearTime(new Response(''), 0);
  reportResponse();
  await pass(4_000);
  expect(screen.queryByText('Times may be wrong until it is back')).toBeNull();
});

test('asks once who works here, from unlocking on, and nobody else', async () => {
  session = true;
  await show();
  await userEvent.click(await screen.findByRole('button', { name: 'Not now' }));
  expect(screen.queryByRole('form', { name: 'Who works here' })).toBeNull();
  cleanup();
  act(forgetAdminMode);
  session = false;
  await show();
  expect(screen.queryByRole('form', { name: 'Who works here' })).toBeNull();
});
