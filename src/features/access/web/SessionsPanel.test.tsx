import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { answerCalls, NOW, type Reply, renderInPage } from '#testing/page.tsx';
import { userEvent } from '#testing/user-event.ts';
import type { AdminSession, WrongGuesses, WrongGuessPage } from '../contract.ts';
import { SessionsPanel } from './SessionsPanel.tsx';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(NOW), toFake: ['Date'] });
});

const session = (short: string, said: Partial<AdminSession> = {}): AdminSession => ({
  id: `id-${short}`,
  short,
  name: null,
  createdAt: '2025-11-13T15:00:00.000Z',
  lastSeenAt: '2025-11-13T17:57:00.000Z',
  openedBy: 'password',
  current: false,
  ...said,
});
const mine = session('aaaa1111', { current: true });
const one = session('bbbb2222', { openedBy: 'link' });
const two = session('cccc3333');

type Scene = { sessions?: AdminSession[]; guesses?: WrongGuesses[]; end?: () => Reply; locked?: boolean };

const pageOf = (guesses: WrongGuesses[], first: number): WrongGuessPage => ({
  count: guesses.reduce((sum, { count }) => sum + count, 0),
  guessers: guesses.length,
  list: guesses.slice(first, first + 10),
});

async function open({ sessions = [mine, one, two], guesses = [], end, locked = false }: Scene = {}) {
  let running = sessions;
  const ended = (left: AdminSession[]) => (): Reply => {
    const reply = end?.() ?? { status: 204, touches: 'sessions,audit' };
    if (reply.status === 204 || reply.status === 404) running = left;
    return reply;
  };
  const heard = answerCalls({
    'GET /api/admin/sessions': () => ({ body: running }),
    'GET /api/admin/wrong-guesses?page=1': () => ({ body: pageOf(guesses, 0) }),
    'GET /api/admin/wrong-guesses?page=2': () => ({ body: pageOf(guesses, 10) }),
    [`DELETE /api/admin/sessions/${one.id}`]: ended([mine, two]),
    'DELETE /api/admin/sessions': ended([mine]),
  });
  await act(async () => {
    renderInPage(<SessionsPanel zone="America/New_York" />, { at: '/admin', admin: !locked });
  });
  if (!locked) await screen.findAllByRole('listitem');
  return heard;
}
/** List items except the toast, which is one as well. */
const rows = () =>
  screen
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
    .filter((words) => words.startsWith('Session '));

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('says who unlocked a session, if they gave a name', async () => {
  await open({ sessions: [mine, { ...one, id: 'id-of-bbbb2222', name: 'Mira' }] });
  screen.getByText('Mira, session bbbb2222');
});

it('shows nothing and sends no request while locked', async () => {
  const heard = await open({ locked: true });
  screen.getByText('Unlock to see the admin sessions');
  expect(heard).toEqual([]);
});

it('says how and since when each session runs, and offers to end all but this one', async () => {
  await open();
  expect(rows()).toEqual([
    'Session aaaa1111This browserUnlocked by the password, Nov 13, 2025, 10:00 AM · last used 3 minutes agoSay who you are',
    'Session bbbb2222Unlocked by a link from the server, Nov 13, 2025, 10:00 AM · last used 3 minutes agoEnd session',
    'Session cccc3333Unlocked by the password, Nov 13, 2025, 10:00 AM · last used 3 minutes agoEnd session',
  ]);
  await screen.findByText('No wrong password in the last 24 hours.');
});

it('ends one, moves the focus to the page, and hides "End all" when one is left', async () => {
  await open();
  await press('End session bbbb2222');
  await screen.findByText('Session bbbb2222 is locked out.');
  await screen.findByRole('button', { name: 'End session cccc3333' });
  expect(screen.queryByText('Session bbbb2222')).toBeNull();
  expect(screen.queryByRole('button', { name: /others/ })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

it('ends all others after a question, and moves the focus to the page', async () => {
  await open();
  await press('End all 2 others');
  screen.getByRole('group', { name: /^End 2 sessions\?/ });
  await press('Keep them');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'End all 2 others' }));
  expect(rows()).toHaveLength(3);
  await press('End all 2 others');
  await press('Yes, end them');
  await screen.findByText('Only this browser is still unlocked.');
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

it('says when another organiser was faster, and reloads', async () => {
  await open({ end: () => ({ status: 404, body: { code: 'NOT_FOUND', message: 'This session has ended already.' } }) });
  await press('End session bbbb2222');
  await screen.findByText('This session has ended already.');
  expect(screen.queryByText('Session bbbb2222')).toBeNull();
});

const LAST = '2025-11-13T17:00:00.000Z';
const guessersOf = (count: number) =>
  Array.from(
    { length: count },
    (_, n): WrongGuesses => ({ from: 'address', address: `192.0.2.${n}`, count: 1, lastAt: LAST }),
  );

it('counts a single wrong guess in the singular', async () => {
  await open({ sessions: [mine], guesses: guessersOf(1) });
  await screen.findByText('1 wrong guess of the password in the last 24 hours');
});

it('counts wrong guesses by where they came from', async () => {
  const lastAt = LAST;
  await open({
    sessions: [mine],
    guesses: [
      { from: 'address', address: '203.0.113.7', count: 1200, lastAt },
      { from: 'device', address: null, count: 1, lastAt },
      { from: 'organiser', address: null, count: 2, lastAt },
      { from: 'address', address: '2001:db8:1:2::/64', count: 20, lastAt },
      { from: 'others', address: null, count: 3, lastAt },
    ],
  });
  const told = await screen.findByRole('region', { name: 'Wrong guesses' });
  within(told).getByText('1,226 wrong guesses of the password in the last 24 hours');
  expect(
    within(told)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    '1,200 from the address 203.0.113.7, the last one 1 hour ago',
    '1 from a visitor’s device, 1 hour ago',
    '2 from a browser that was unlocked before, the last one 1 hour ago',
    '20 from the network 2001:db8:1:2::/64, the last one 1 hour ago',
    '3 from other addresses and devices, the last one 1 hour ago',
  ]);
  expect(within(told).queryByRole('button')).toBeNull();
});

it('says "guess" for one, and pages through many guessers', async () => {
  await open({ sessions: [mine], guesses: guessersOf(12) });
  const told = await screen.findByRole('region', { name: 'Wrong guesses' });
  expect(within(told).getAllByRole('listitem')).toHaveLength(10);
  within(told).getByText('1–10 of 12');
  const [later, earlier] = ['Later', 'Earlier'].map((name) =>
    within(told).getByRole('button', { name: `${name} wrong guesses` }),
  ) as [HTMLElement, HTMLElement];
  await userEvent.click(later);
  within(told).getByText('1–10 of 12');
  await userEvent.click(earlier);
  await within(told).findByText('11–12 of 12');
  within(told).getByText('1 from the address 192.0.2.11', { exact: false });
  expect(earlier.getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(later);
  await within(told).findByText('1–10 of 12');
});

it('shows the last page when the page on screen has no guessers any more', async () => {
  const guesses = guessersOf(11);
  await open({ guesses });
  const told = await screen.findByRole('region', { name: 'Wrong guesses' });
  await userEvent.click(within(told).getByRole('button', { name: 'Earlier wrong guesses' }));
  await within(told).findByText('11–11 of 11');
  guesses.pop();
  // Asks for both lists again.
  await press('End session bbbb2222');
  await waitFor(() => expect(within(told).getAllByRole('listitem')).toHaveLength(10));
});
