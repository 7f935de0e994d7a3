import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { lock, unlocked } from '#features/access/web/state.ts';
import type { AuditEntry } from '#features/audit/contract.ts';
import { PAGE } from '#features/audit/limits.ts';
import { AdminPage } from '#features/dashboard/web/AdminPage.tsx';
import { answerCalls, type Heard, NOW, type Reply, renderInPage } from '#testing/page.tsx';
import { shownEvent } from '#testing/shown-event.ts';
import { findDialog, userEvent } from '#testing/user-event.ts';
import { screenAt } from './screens.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(NOW), toFake: ['Date'] });
  return () => vi.useRealTimers();
});

const cup = { tournamentType: 'single-elimination' } as const;
const events = [
  shownEvent({ id: 'over', title: 'Long Game', startTime: '2025-11-13T15:00:00.000Z', status: 'in-progress', ...cup }),
  shownEvent({ id: 'soon', title: 'Kart Cup', startTime: '2025-11-13T18:30:00.000Z', location: 'Arcade', ...cup }),
  shownEvent({ id: 'one', title: 'Uno', startTime: '2025-11-13T21:00:00.000Z' }),
  shownEvent({ id: 'two', title: 'Go', startTime: '2025-11-13T22:00:00.000Z', location: 'ballroom a' }),
  shownEvent({ id: 'past', title: 'Quiz', status: 'completed' }),
  shownEvent({ id: 'full', title: 'Bingo', location: 'Deck', waiting: 2 }),
];
const CHANGES = 'GET /api/admin/audit?checkIns=apart';
const edited: AuditEntry = {
  id: 'a1',
  at: '2025-11-13T17:58:00.000Z',
  session: '12345678',
  ...{ byName: null, byRole: null },
  action: 'event edited',
  subject: 'Uno',
  eventId: 'one',
  before: { title: 'Uno', location: 'Hall' },
  after: { title: 'Uno', location: 'Ballroom A' },
};

const open = async (
  replies: Record<string, (heard: Heard) => Reply> = {},
  { locked = false, shown = events, at = '/admin' } = {},
) => {
  const heard = answerCalls({
    'GET /api/events': () => ({ body: shown }),
    'GET /api/users': () => ({ body: [{ id: 'u1', name: 'Jo', score: 1 }] }),
    'GET /api/admin/sample': () => ({ body: { sample: false } }),
    [CHANGES]: () => ({ body: [edited] }),
    'GET /api/admin/check-ins': () => ({ body: [] }),
    'GET /api/admin/attention': () => ({ body: [] }),
    ...replies,
  });
  await act(async () => {
    renderInPage(<AdminPage zone="America/New_York" />, { at, events: shown, admin: !locked });
  });
  await screen.findByRole('heading', { level: 2 });
  return heard;
};
const MACHINE = { at: '/admin/engine' };
const region = (name: string) => screen.getByRole('region', { name });
const items = (name: string) =>
  within(region(name))
    .getAllByRole('listitem')
    .map((item) => item.textContent);

it('counts events, tournaments and users', async () => {
  await open();
  await screen.findByText('1', { selector: 'p' });
  const cards = screen.getAllByRole('listitem').filter((item) => /^\d+(Total|Tourn|Users)/.test(item.textContent));
  expect(cards.map((card) => card.textContent)).toEqual([
    '6Total Events4 upcoming · 1 live',
    '2Tournaments1 in progress',
    '1Userson the scoreboard',
  ]);
});

it('counts a live event without a bracket as live and not as a tournament', async () => {
  await open({}, { shown: [...events, shownEvent({ id: 'party', title: 'Party', status: 'in-progress' })] });
  screen.getByText('4 upcoming · 2 live');
  screen.getByText('1 in progress');
});

it('lists what needs attention and what is live', async () => {
  await open();
  expect(items('NEEDS ATTENTION')).toEqual([
    'Long Game should have ended at 12:00 PM and is still in progress.Complete Event',
    'Kart Cup starts at 1:30 PM and has no bracket yet. Draw it when everybody is checked in.Draw',
    'Ballroom A is booked twice on Thursday, Nov 13: Uno (4:00–6:00 PM) and Go (5:00–7:00 PM). Move one of them.Plan of that day',
    'Bingo is full, and 2 people wait. Raise the capacity to give them places.Open',
  ]);
  expect(items('LIVE EVENTS')).toEqual(['Long Game4 / 16 participants · Ballroom AComplete Event']);
});

it('lists what begins within the hour by room, each with the button that starts it and a link to its page', async () => {
  const soon = { startTime: '2025-11-13T18:20:00.000Z', lateMinutes: 10, host: 'Jo' };
  const shown = [...events, shownEvent({ id: 'jam', title: 'Jam', location: 'Deck', ...soon })];
  await open({}, { shown });
  const rooms = within(region('NEXT 60 MINUTES')).getAllByRole('list', { name: /./ });
  expect(rooms.map((room) => [room.getAttribute('aria-label'), room.textContent])).toEqual([
    ['Arcade', expect.stringMatching(/^Kart Cup1:30 PM · Arcade · 4 \/ 16 players · .+Start Event$/)],
    ['Deck', expect.stringMatching(/^Jam1:20 PM · about 10 min late · Deck · 4 \/ 16 players · .?Jo.?Start Event$/)],
  ]);
  within(region('NEXT 60 MINUTES')).getByRole('button', { name: 'Start Event: Jam' });
  const link = within(region('NEXT 60 MINUTES')).getByRole('link', { name: 'Jam' });
  expect(link.getAttribute('href')).toBe('/admin/events/jam');
});

it('says how many matches of a live bracket are open, with a link to it', async () => {
  const drawn = { status: 'in-progress', bracketDrawn: true, tournamentType: 'single-elimination' } as const;
  const matches = ['ready', 'waiting', 'ready', 'done'].map((status, n) => ({ id: `m${n}`, status, revision: n }));
  await open(
    { 'GET /api/matches?eventId=cup': () => ({ body: matches }) },
    { shown: [shownEvent({ id: 'cup', ...drawn }), shownEvent({ id: 'won', ...drawn, bracketDecided: true })] },
  );
  const link = await within(region('LIVE EVENTS')).findByRole('link', { name: '2 open matches' });
  expect(link.getAttribute('href')).toBe('/admin/events/cup?part=bracket');
});

it('keeps a live event whose completion can be undone, with Undo in the place of its button', async () => {
  const completed = { status: 'completed', completedAt: NOW } as const;
  await open(
    {},
    { shown: [shownEvent({ id: 'uno', title: 'Uno', ...completed }), shownEvent({ status: 'completed' })] },
  );
  expect(items('LIVE EVENTS')).toEqual(['Uno4 / 16 participants · Ballroom AUndo']);
});

it('lists the server’s warnings first, with a link to act, and hides them while locked', async () => {
  const warnings = [
    { id: 'a', text: 'Someone tried many names.', link: { label: 'QR Check-In', to: '/admin/check-in?event=over' } },
    { id: 'b', text: 'All visitors seem to come from one address.' },
  ];
  const replies = { 'GET /api/admin/attention': () => ({ body: warnings }) };
  const heard = await open(replies, { shown: [shownEvent()] });
  const link = await within(await screen.findByRole('region', { name: 'NEEDS ATTENTION' })).findByRole('link', {
    name: 'QR Check-In',
  });
  expect(items('NEEDS ATTENTION')).toEqual([
    'Someone tried many names.QR Check-In',
    '1 thing for the person who installed the program. Tell them.Machine',
  ]);
  expect(link.getAttribute('href')).toBe('/admin/check-in?event=over');
  expect(heard.filter(({ call }) => call === 'GET /api/admin/attention')).toHaveLength(1);
  act(lock);
  await waitFor(() => expect(screen.queryByRole('region', { name: 'NEEDS ATTENTION' })).toBeNull());
});

it('shows under Machine what only the person who installed the program can mend', async () => {
  const text = 'All visitors seem to come from one address.';
  await open({ 'GET /api/admin/attention': () => ({ body: [{ id: 'b', text }] }) }, { at: '/admin/setup' });
  await userEvent.click(await screen.findByText('1 thing for the person who installed the program'));
  within(await screen.findByRole('list', { name: 'For the person who installed the program' })).getByText(text);
});

it('says which big screens are silent, with a link to them', async () => {
  const screens = ['2025-11-13T17:57:00.000Z', '2025-11-13T17:59:00.000Z', null].map((lastSeenAt, index) => ({
    ...{
      name: `hall-${index + 1}`,
      location: null,
      pages: [],
      now: null,
      revision: 1,
      lastSeenAt,
      isPaired: true,
      shows: null,
    },
  }));
  await open({ 'GET /api/screens': () => ({ body: screens }) }, { shown: [shownEvent()] });
  const link = await within(await screen.findByRole('region', { name: 'NEEDS ATTENTION' })).findByRole('link');
  expect(link.getAttribute('href')).toBe('/admin/screens');
  expect(items('NEEDS ATTENTION')).toEqual([expect.stringMatching(/^A screen was not heard of .+: hall-1\./)]);
});

it('says that nothing needs attention and nothing is live', async () => {
  await open({}, { shown: [shownEvent()] });
  expect(screen.queryByRole('region', { name: 'NEEDS ATTENTION' })).toBeNull();
  within(region('LIVE EVENTS')).getByText('Nothing is live right now');
});

it('shows changes with before and after, and refetches them after each change', async () => {
  const shown = { paused: false, badgeWord: null, wordFrom: 'festival.json', bursts: [], removals: [] };
  const heard = await open(
    {
      'GET /api/admin/registrations': () => ({ body: shown }),
      'PUT /api/admin/registrations/pause': () => ({ status: 204, touches: 'registrations' }),
    },
    MACHINE,
  );
  const entry = await within(region('CHANGES')).findByRole('article');
  expect(entry.textContent).toBe(
    'Event edited: Uno2 minutes ago · Nov 13, 2025, 12:58 PM · session 12345678location: Hall →  became Ballroom A',
  );
  const asked = () => heard.filter(({ call }) => call === CHANGES).length;
  const before = asked();
  await userEvent.click(screen.getByRole('heading', { name: 'Limits' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Pause registration' }));
  await waitFor(() => expect(asked()).toBe(before + 1));
});

it('narrows the changes to an event, and shows all again', async () => {
  const heard = await open(
    {
      'GET /api/admin/audit?event=one&checkIns=apart': () => ({ body: [] }),
      'GET /api/admin/check-ins?event=one': () => ({ body: [] }),
    },
    MACHINE,
  );
  await userEvent.click(await within(region('CHANGES')).findByRole('button', { name: 'Uno' }));
  await within(region('CHANGES')).findByText('No changes found');
  expect(heard.map(({ call }) => call)).toContain('GET /api/admin/check-ins?event=one');
  await userEvent.click(within(region('CHANGES')).getByRole('button', { name: 'Uno' }));
  await within(region('CHANGES')).findByRole('article');
});

it('asks for earlier changes after the last one shown', async () => {
  const LAST = encodeURIComponent(edited.at);
  const page = Array.from({ length: PAGE }, (_, n) => ({ ...edited, id: `a${n}` }));
  const heard = await open(
    {
      [CHANGES]: () => ({ body: page }),
      [`GET /api/admin/check-ins?since=${LAST}`]: () => ({ body: [] }),
      [`GET /api/admin/check-ins?until=${LAST}`]: () => ({ body: [] }),
      [`GET /api/admin/audit?after=a${PAGE - 1}&checkIns=apart`]: () => ({
        body: [{ ...edited, id: 'b', subject: 'The first' }],
      }),
    },
    MACHINE,
  );
  await userEvent.click(await within(region('CHANGES')).findByRole('button', { name: 'Earlier changes' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Earlier changes' })).toBeNull());
  expect(heard.map(({ call }) => call)).toContain(`GET /api/admin/audit?after=a${PAGE - 1}&checkIns=apart`);
});

it('says that it is locked, and shows and requests only what is public', async () => {
  const heard = await open({}, { locked: true });
  screen.getByText('Locked: unlock to make changes');
  screen.getByRole('region', { name: 'LIVE EVENTS' });
  expect(screen.queryByRole('region', { name: /NEXT|NEEDS/ })).toBeNull();
  expect(heard.filter(({ call }) => /admin\/(?!sample)/.test(call))).toEqual([]);
  await act(async () => unlocked());
  expect(screen.queryByText('Locked: unlock to make changes')).toBeNull();
  await screen.findByRole('region', { name: 'NEEDS ATTENTION' });
});

it('asks for the changes only once it is unlocked', async () => {
  const heard = await open({}, { locked: true, ...MACHINE });
  screen.getByText('Unlock to see what was changed');
  expect(heard.map(({ call }) => call)).not.toContain(CHANGES);
  await act(async () => unlocked());
  await within(region('CHANGES')).findByRole('article');
});

it('shows Set up in order of time, each part behind a line with its state', async () => {
  const shown = { paused: true, badgeWord: null, wordFrom: 'festival.json', bursts: [], removals: [] };
  await open({ 'GET /api/admin/registrations': () => ({ body: shown }) }, { at: '/admin/setup' });
  await screen.findByText('Stopped: nobody can register');
  const names = (level: number) => screen.getAllByRole('heading', { level }).map(({ textContent }) => textContent);
  expect(names(3)).toEqual(['BEFORE', 'DURING', 'AFTER']);
  expect(names(4)).toEqual([
    ...['Facts and missions', 'Rooms and map', 'Programme and attendees', 'Helpers', 'Printing'],
    ...['Badges', 'Limits', 'Take along', 'Hand over', 'Machine'],
  ]);
  expect(screen.queryByLabelText('Badge word')).toBeNull();
  await userEvent.click(screen.getByRole('heading', { name: 'Badges' }));
  await screen.findByLabelText('Badge word');
});

it.each([
  ['/admin/engine', '/admin/setup#machine', 'ADMIN SESSIONS'],
  ['/admin/engine#changes', '/admin/setup#changes', 'CHANGES'],
  ['/admin/setup#exports-and-imports', '/admin/setup#take-along', 'Take along'],
  ['/admin/setup#standings', '/admin/scores#standings', 'Freeze and ceremony'],
  ['/admin/setup#screens', '/admin/screens', 'Screens'],
])('leads from the former address %s to %s', async (former, present, part) => {
  await open({}, { at: former });
  await screen.findByRole('region', { name: part });
  expect(location.pathname + location.hash).toBe(present);
});

it('adds a user from Overview', async () => {
  const heard = await open({
    'POST /api/users': () => ({ status: 201, body: { id: 'u2', name: 'Ada', score: 0 }, touches: 'users' }),
  });
  await userEvent.click(screen.getByRole('button', { name: 'Add User' }));
  const dialog = await findDialog('Add User');
  await userEvent.type(within(dialog).getByRole('textbox'), 'Ada{Enter}');
  await screen.findByText('User added');
  expect(heard.filter(({ call }) => call === 'POST /api/users').map(({ body }) => body)).toEqual([
    { name: 'Ada', asOrganiser: true },
  ]);
});

it('asks for the password on the page of an event, and says when the event is not there', async () => {
  answerCalls({
    'GET /api/events': () => ({ body: events }),
    'GET /api/admin/sample': () => ({ body: { sample: false } }),
  });
  renderInPage(<AdminPage zone="America/New_York" />, { at: '/admin/events/one', events });
  await screen.findByText('Unlock to work on Uno');
  cleanup();
  renderInPage(<AdminPage zone="America/New_York" />, { at: '/admin/events/nowhere', events });
  await screen.findByText('That event is no longer there');
});

it('keeps its frame when the tab changes', async () => {
  await open();
  const tabs = screen.getByRole('navigation', { name: 'Admin' });
  const title = screen.getByRole('heading', { level: 1 });
  await userEvent.click(within(tabs).getByRole('link', { name: 'Manage Events' }));
  await screen.findByRole('heading', { level: 2, name: 'Manage Events' });
  expect(screen.getByRole('heading', { level: 1 })).toBe(title);
  expect(within(tabs).getByRole('link', { current: 'page' }).textContent).toBe('Manage Events');
  expect(document.activeElement?.contains(screen.getByRole('heading', { level: 2 }))).toBe(true);
});

it.each([
  ['/admin', true],
  ['/admin/', true],
  ['/admin/scores', true],
  ['/admin/check-in', true],
  ['/admin/setup', true],
  ['/admin/engine', true],
  ['/admin/xyz', false],
  ['/admin/events/1', true],
  ['/admin/events/1/people', false],
  ['/admin/events/%20', false],
])('resolves the path %s: %s', (path, known) => {
  expect(screenAt(path).known).toBe(known);
});
