import { expect, it } from 'vitest';
import { adminTabs, formerPages } from '#features/dashboard/web/parts/admin-tabs.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { shownEvent } from '#testing/shown-event.ts';
import type { PageState } from './page-state.ts';
import { eventHead, pageAt, renderPage } from './server.tsx';

// Runs in Node without a DOM.
const event = (said: Partial<FestivalEvent>) => shownEvent({ description: 'Trade & build.', ...said });

const state: PageState = {
  position: 1,
  offsets: { changes: [], until: 0 },
  festival: {
    name: 'Games by the Sea',
    dates: '13-16 November 2025',
    firstDay: '2025-11-13',
    lastDay: '2025-11-16',
    timeZone: 'America/New_York',
    place: 'Pixel Tide Hotel',
    address: '1 Ocean Drive',
    blurb: 'Four days of games.',
    links: { localSpots: 'https://spots.example/', chatCommunity: 'https://chat.example/' },
  },
  lists: {
    firstEvents: {
      events: [
        event({}),
        event({ id: 'xss', title: '<script>alert(1)</script>', eventType: 'course', gameType: null }),
      ],
      ...{
        shown: 2,
        count: 2,
        choice: { type: null, day: null, part: 1 },
        days: ['2025-11-13'],
        more: false,
        isDay: true,
        isOver: false,
      },
    },
    faq: { introduction: 'Hello.', what: 'Games.', when: 'Soon.', where: 'Here.', who: 'You.', why: 'Fun.' },
    missions: [{ category: 'Games', missions: [{ id: 'win', task: 'Win by exactly one point', points: 6, limit: 1 }] }],
  },
  now: '2025-11-13T18:00:00.000Z',
};

/** Renders an address as the server does. */
const draw = (address: string) => renderPage(pageAt(address).url, state);

it('renders home with its events, and includes the state it rendered from', () => {
  const page = renderPage('/', state);
  expect(page.html).toContain('Catan Open');
  expect(page.html).toContain('Thursday, Nov 13');
  expect({ ...page, html: '' }).toEqual({
    html: '',
    title: 'Games by the Sea',
    description: 'Four days of games. 13-16 November 2025, Pixel Tide Hotel.',
    state,
  });
});

// React marks a part that it could not wait for; the browser then draws the page a second time.
it.each([...adminTabs, ...formerPages].map(({ path }) => path))('draws %s with all its code', (path) =>
  expect(draw(path).html).not.toContain('<!--$!-->'),
);

it('writes no style attribute and escapes titles', () => {
  const { html } = renderPage('/', state);
  expect(html).not.toMatch(/\sstyle=/);
  expect(html).not.toContain('<script>');
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
});

it('filters by the type in the address, and leaves searches to the browser', () => {
  const { html } = draw('/?q=zzz&type=board-game');
  expect(html).toContain('id="event-catan"');
  expect(html).not.toContain('id="event-xss"');
  expect(draw('/?q=zzz').html).toBe(draw('/').html);
});

it('describes the event that a link opens', () => {
  expect(eventHead('/', state.festival, event({}))).toEqual({
    title: 'Catan Open · Games by the Sea',
    description: 'Nov 13, 2025, 3:00 PM · Ballroom A. Trade & build.',
  });
});

it.each([
  ['/schedule', 'My schedule', 'MY SCHEDULE'],
  ['/schedule/?x=1#y', 'My schedule', 'MY SCHEDULE'],
  ['/details', 'Details', 'DETAILS'],
  ['/top-gun', 'Top Gun Competition', 'TOP GUN COMPETITION'],
  ['/announcements', 'Announcements', 'ANNOUNCEMENTS'],
  ['/inventory', 'Game inventory', 'GAME INVENTORY'],
  ['/scoreboard', 'High scores', 'HIGH SCORES'],
  ['/admin', 'Admin dashboard', 'ADMIN DASHBOARD'],
  ['/display', 'Live leaderboard', 'LIVE LEADERBOARD'],
  ['/check-in?token=abc', 'Check-in', 'CHECK-IN'],
  ['/join', 'Another phone', 'ANOTHER PHONE'],
  ['/privacy', 'Privacy', 'PRIVACY'],
  ['/print', 'Print sheets', 'PRINT SHEETS'],
  ['/print/badges', 'Print sheets', 'PRINT SHEETS'],
  ['/admin/events', 'Manage Events · Admin dashboard', 'ADMIN DASHBOARD'],
])('draws %s', (url, title, heading) => {
  const page = draw(url);
  expect([pageAt(url).known, page.title]).toEqual([true, `${title} · Games by the Sea`]);
  expect(page.html).toMatch(new RegExp(`<h1[^>]*>${heading}</h1>`));
  expect(page.html).not.toContain('abc');
});

it('renders FAQ and missions only on their screens', () => {
  expect(renderPage('/details', state).html).toContain('Hello.');
  expect(renderPage('/top-gun', state).html).toContain('Win by exactly one point');
  expect([pageAt('/details').lists, pageAt('/top-gun').lists]).toEqual([
    ['messages', 'firstEvents', 'faq'],
    ['messages', 'firstEvents', 'missions'],
  ]);
});

it.each(['/nope', '/schedule/more', '//', '/Schedule', '/%', '/%00', `/${'x'.repeat(5000)}`])(
  'renders the 404 page for %s',
  (url) => {
    expect([pageAt(url).known, draw(url).title]).toEqual([false, 'Page not found · Games by the Sea']);
    expect(draw(url).html).toContain('This page was not found.');
    expect(draw(url)).toEqual(draw('/nope'));
  },
);

it('gives one key to addresses with the same page, and to no others', () => {
  const same = [
    ['/', '/?utm=1', '/?q=', '/?q=catan', '/?event=catan', '/?event=gone', '/?type=nonsense', '/?type=__proto__'],
    [
      '/?type=course',
      '/?q=catan&type=course&x=1#events',
      '/?type=course&part=1',
      '/?type=course).',
      '/?day=friday&type=course',
    ],
    ['/?day=2025-11-14', '/?q=x&day=2025-11-14&part=0', '/?part=-2&day=2025-11-14', '/?day=2025-11-14&part=99999'],
    ['/?day=finished', '/?day=finished&event=catan'],
    ['/?part=2', '/?part=2&day=', '/?part=2&day=2025-11-1'],
    ['/schedule', '/schedule/', '/schedule?q=catan', '/schedule?checked-in=catan'],
    ['/display', '/display?rotate=20', '/display?rotate=20&events=catan', '/display?event=kart'],
    ['/nope', '//', '/%', '/other?event=catan'],
  ];
  const keys = same.map((addresses) => new Set(addresses.map((address) => pageAt(address).key)));
  expect(keys.map((key) => key.size)).toEqual(same.map(() => 1));
  expect(new Set(keys.flatMap((key) => [...key])).size).toBe(same.length);
  for (const [first = '', ...others] of same)
    for (const other of others) expect(pageAt(other).url).toBe(pageAt(first).url);
});

it.each([
  ['/?event=catan', 'catan'],
  ['/display?event=catan&rotate=20', 'catan'],
  ['/?event=catan.', 'catan'],
  ['/schedule?event=catan', null],
  ['/?event=', null],
  ['/?event=%00', null],
  [`/?event=${'x'.repeat(65)}`, null],
  ['/nope?event=catan', null],
])('finds in %s the event %s', (address, id) => {
  expect(pageAt(address).event).toBe(id);
});

it('renders the display without the shell, for each event', () => {
  const cups = [
    event({ tournamentType: 'single-elimination' }),
    event({ id: 'kart', title: 'Kart Cup', tournamentType: 'double-elimination', status: 'in-progress' }),
  ];
  const at = (search: string) => {
    const { html } = renderPage(`/display${search}`, { ...state, lists: { events: cups } });
    return [/<h1[^>]*>([^<]*)</.exec(html)?.[1], html.includes('LIVE LEADERBOARD'), html.includes('<nav')];
  };
  expect(at('')).toEqual(['Kart Cup', true, false]);
  expect(at('?event=catan')).toEqual(['Catan Open', true, false]);
});
