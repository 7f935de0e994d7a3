import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { lock, unlocked } from '#features/access/web/state.ts';
import type { AuditEntry } from '#features/audit/contract.ts';
import { PAGE } from '#features/audit/limits.ts';
import { answerCalls, type Heard, NOW, type Reply, renderInPage } from '#testing/page.tsx';
import { shownEvent } from '#testing/shown-event.ts';
import { findDialog, userEvent } from '#testing/user-event.ts';
import { AdminPage } from './AdminPage.tsx';
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

const open = async (replies: Record<string, (heard: Heard) => Reply> = {}, { locked = false, shown = events } = {}) => {
  const heard = answerCalls({
    'GET /api/events': () => ({ body: shown }),
    'GET /api/users': () => ({ body: [{ id: 'u1', name: 'Jo', score: 1 }] }),
    'GET /api/admin/sample': () => ({ body: { sample: false } }),
    'GET /api/admin/audit': () => ({ body: [edited] }),
    'GET /api/admin/attention': () => ({ body: [] }),
    ...replies,
  });
  await act(async () => {
    renderInPage(<AdminPage zone="America/New_York" />, { at: '/admin', events: shown, admin: !locked });
  });
  await screen.findByRole('button', { name: 'Create Event' });
  return heard;
};
const region = (name: string) => screen.getByRole('region', { name });
const items = (name: string) =>
  within(region(name))
    .getAllByRole('listitem')
    .map((item) => item.textContent);

it('counts events, tournaments and users', async () => {
  await open();
  await screen.findByText('1', { selector: 'p' });
  const cards = screen.getAllByRole('listitem').filter((item) => /^(Total|Tourn|Users)/.test(item.textContent));
  expect(cards.map((card) => card.textContent)).toEqual([
    'Total Events64 upcoming · 1 live',
    'Tournaments21 in progress',
    'Users1on the scoreboard',
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
    'Kart Cup starts at 1:30 PM and has no bracket yet. Draw it when everybody is checked in.Event Control',
    'Ballroom A is booked twice on Nov 13, 2025: Uno (4:00–6:00 PM) and Go (5:00–7:00 PM). Move one of them.Manage Events',
    'Bingo is full, and 2 people wait. Raise the capacity to give them places.Manage Events',
  ]);
  expect(items('LIVE EVENTS')).toEqual([
    'Board gameSingle eliminationLong Game4 / 16 participants · Ballroom AComplete Event',
  ]);
});

it('keeps a live event whose completion can be undone, with Undo in the place of its button', async () => {
  const completed = { status: 'completed', completedAt: NOW } as const;
  await open(
    {},
    { shown: [shownEvent({ id: 'uno', title: 'Uno', ...completed }), shownEvent({ status: 'completed' })] },
  );
  expect(items('LIVE EVENTS')).toEqual(['Board gameUno4 / 16 participants · Ballroom AUndo']);
});

it('lists the server’s warnings first, with a link to act, and hides them while locked', async () => {
  const warnings = [
    { id: 'a', text: 'Someone tried many names.', link: { label: 'QR Check-In', to: '/admin/check-in?event=over' } },
    { id: 'b', text: 'All visitors seem to come from one address.' },
  ];
  const replies = { 'GET /api/admin/attention': () => ({ body: warnings }) };
  const heard = await open(replies, { shown: [shownEvent()] });
  const link = await within(await screen.findByRole('region', { name: 'NEEDS ATTENTION' })).findByRole('link');
  expect(items('NEEDS ATTENTION')).toEqual(['Someone tried many names.QR Check-In', warnings[1]?.text]);
  expect(link.getAttribute('href')).toBe('/admin/check-in?event=over');
  expect(heard.filter(({ call }) => call === 'GET /api/admin/attention')).toHaveLength(1);
  act(lock);
  await waitFor(() => expect(screen.queryByRole('region', { name: 'NEEDS ATTENTION' })).toBeNull());
});

it('says that nothing needs attention and nothing is live', async () => {
  await open({}, { shown: [shownEvent()] });
  expect(screen.queryByRole('region', { name: 'NEEDS ATTENTION' })).toBeNull();
  within(region('LIVE EVENTS')).getByText('Nothing is live right now');
});

it('shows changes with before and after, and refetches them after each change', async () => {
  const heard = await open({
    'PATCH /api/events/over/status': () => ({ body: { ...events[0], status: 'completed' }, touches: 'events' }),
  });
  const entry = await within(region('CHANGES')).findByRole('article');
  expect(entry.textContent).toBe(
    'Event edited: Uno2 minutes ago · Nov 13, 2025, 12:58 PM · session 12345678location: Hall →  became Ballroom A',
  );
  const asked = () => heard.filter(({ call }) => call === 'GET /api/admin/audit').length;
  const before = asked();
  await userEvent.click(screen.getAllByRole('button', { name: 'Complete Event: Long Game' })[0] as HTMLElement);
  await waitFor(() => expect(asked()).toBe(before + 1));
});

it('narrows the changes to an event, and shows all again', async () => {
  const heard = await open({ 'GET /api/admin/audit?event=one': () => ({ body: [] }) });
  await userEvent.click(await within(region('CHANGES')).findByRole('button', { name: 'Uno' }));
  await within(region('CHANGES')).findByText('No changes found');
  expect(heard.at(-1)?.call).toBe('GET /api/admin/audit?event=one');
  await userEvent.click(within(region('CHANGES')).getByRole('button', { name: 'Uno' }));
  await within(region('CHANGES')).findByRole('article');
});

it('asks for earlier changes after the last one shown', async () => {
  const page = Array.from({ length: PAGE }, (_, n) => ({ ...edited, id: `a${n}` }));
  const heard = await open({
    'GET /api/admin/audit': () => ({ body: page }),
    [`GET /api/admin/audit?after=a${PAGE - 1}`]: () => ({ body: [{ ...edited, id: 'b', subject: 'The first' }] }),
  });
  await userEvent.click(await within(region('CHANGES')).findByRole('button', { name: 'Earlier changes' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Earlier changes' })).toBeNull());
  expect(heard.at(-1)?.call).toBe(`GET /api/admin/audit?after=a${PAGE - 1}`);
});

it('says that the changes did not load, and retries', async () => {
  let fails = true;
  await open({ 'GET /api/admin/audit': () => (fails ? { status: 500 } : { body: [] }) });
  const again = await within(region('CHANGES')).findByRole('button', { name: 'Try again' });
  fails = false;
  await userEvent.click(again);
  await screen.findByText('Nothing has been changed yet');
});

it('says that it is locked, and does not request what is not public', async () => {
  const heard = await open({}, { locked: true });
  screen.getByText('Locked: unlock to make changes');
  screen.getByText('Unlock to see what was changed');
  expect(heard.map(({ call }) => call)).not.toContain('GET /api/admin/audit');
  await act(async () => unlocked());
  expect(screen.queryByText('Locked: unlock to make changes')).toBeNull();
  await within(region('CHANGES')).findByRole('article');
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
  ['/admin/xyz', false],
  ['/admin/events/1', true],
  ['/admin/events/1/people', false],
  ['/admin/events/%20', false],
])('resolves the path %s: %s', (path, known) => {
  expect(screenAt(path).known).toBe(known);
});
