import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { FestivalEvent } from '#features/events/contract.ts';
import { answerCalls, type Reply, renderInPage } from '#testing/page.tsx';
import { shownEvent } from '#testing/shown-event.ts';
import type { Screen, ScreenPage } from '../../contract.ts';
import { NamedScreen } from './NamedScreen.tsx';

const ZONE = 'America/New_York';
/** 3:42 PM; the sample event begins at 3. */
const AT = '2025-11-13T20:42:00.000Z';

type Shown = {
  now?: ScreenPage | null;
  location?: string | null;
  events?: FestivalEvent[];
  more?: Record<string, () => Reply>;
};

const messageOf = (text: string, urgent = false) => ({
  ...{ id: text, text, urgent, audience: 'everybody', eventId: null, from: 'Priya, organiser' },
  ...{ at: AT, endsAt: '2025-11-13T23:00:00.000Z', revision: 1 },
});
const userOf = (name: string, score: number) => ({ id: name, name, score, revision: 1 });

const open = async ({ now = null, location = null, events = [], more = {} }: Shown) => {
  vi.useFakeTimers({ now: Date.parse(AT), shouldAdvanceTime: true });
  const shown: Screen = { name: 'arcade', location, pages: [{ kind: 'ceremony', seconds: 10 }], now, revision: 1 };
  const heard = answerCalls({
    'GET /api/screens/arcade': () => ({ body: shown }),
    'POST /api/screens/arcade/seen': () => ({ status: 204 }),
    'GET /api/events': () => ({ body: events }),
    'GET /api/users': () => ({ body: [] }),
    'GET /api/messages/public': () => ({ body: [] }),
    'GET /api/standings/freeze': () => ({ body: { frozen: false, at: null, to: null, places: [] } }),
    ...more,
  });
  await act(async () => void renderInPage(<NamedScreen zone={ZONE} />, { at: '/display/arcade', events, wide: false }));
  return heard;
};
const page = (kind: ScreenPage['kind'], said: Partial<ScreenPage> = {}): ScreenPage => ({ kind, seconds: 20, ...said });
const on = shownEvent({ status: 'in-progress' });
const next = shownEvent({ id: 'next', title: 'Werewolf night', startTime: '2025-11-13T23:00:00.000Z', host: 'Bo' });

it('shows the festival’s name and the time when no page has anything to say, and says so', async () => {
  const heard = await open({});
  await screen.findByRole('heading', { level: 1, name: 'Games by the Sea' });
  screen.getByText('3:42 PM');
  await waitFor(() =>
    expect(heard.find(({ call }) => call === 'POST /api/screens/arcade/seen')?.body).toEqual({
      shows: { kind: 'calm' },
    }),
  );
});

it('shows what is on in its room until when, and what comes next', async () => {
  const heard = await open({ now: page('now-here'), location: 'Ballroom A', events: [on, next] });
  await screen.findByRole('heading', { level: 1, name: 'Ballroom A' });
  screen.getByRole('heading', { level: 2, name: 'Catan Open' });
  screen.getByText('until 5:00 PM');
  screen.getByText('Priya · 4/16 places · OPEN');
  expect(screen.getByRole('listitem').textContent).toBe('6:00 PMWerewolf nightBo · OPEN');
  await waitFor(() => expect(heard.at(-1)?.body).toEqual({ shows: { kind: 'now-here' } }));
});

it('shows all that is on in its room, in turns', async () => {
  const titles = ['One', 'Two', 'Three', 'Four'];
  const events = titles.map((title) => ({ ...on, id: title, title }));
  await open({ now: page('now-here'), location: 'Ballroom A', events });
  const seen = new Set<string>();
  for (let second = 0; second < 40; second += 1) {
    for (const { textContent } of screen.getAllByRole('heading', { level: 2 })) seen.add(textContent ?? '');
    await act(() => vi.advanceTimersByTimeAsync(1_000));
  }
  expect([...seen].toSorted()).toEqual(titles.toSorted());
});

it('shows what is on by room on a wall without a room', async () => {
  await open({ now: page('now-here'), events: [on, { ...on, id: 'lobby', location: 'Lobby' }] });
  await screen.findByText('Lobby');
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
});

it('says until when a room is free', async () => {
  await open({ now: page('now-here'), location: 'Ballroom A', events: [next] });
  await screen.findByText('Free until 6:00 PM');
});

it('shows rooms by name with what is on and next', async () => {
  const lobby = { ...next, id: 'lobby', location: 'Lobby' };
  await open({ now: page('now-rooms'), events: [on, lobby, next] });
  await screen.findByText('Lobby');
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Ballroom Auntil 5:00 PMCatan Open6:00 PM Werewolf night',
    'LobbyFree6:00 PM Werewolf night',
  ]);
});

it('shows an event before its draw with its facts, never an empty leaderboard', async () => {
  const cup = shownEvent({ tournamentType: 'single-elimination' });
  const heard = await open({ now: page('tournament', { eventId: 'catan' }), events: [cup] });
  await screen.findByText('4/16 · OPEN');
  expect(screen.queryByText('Waiting for scores...')).toBeNull();
  await waitFor(() =>
    expect(heard.at(-1)?.body).toEqual({ shows: { kind: 'tournament', eventId: expect.any(String) } }),
  );
});

it('gives stars for points only, shares ranks, says since when it is frozen, and how many share the last rank', async () => {
  const users = [userOf('Ada', 9), userOf('Bo', 7), userOf('Cy', 7), userOf('Nil', 0)];
  const tied = Array.from({ length: 23 }, (_, index) => userOf(`T${index}`, 3));
  await open({
    now: page('standings', { seconds: 10 }),
    more: {
      'GET /api/users': () => ({ body: [...users, ...tied] }),
      'GET /api/standings/freeze': () => ({
        body: { frozen: true, at: '2025-11-13T20:00:00.000Z', to: null, places: [] },
      }),
    },
  });
  await screen.findByText('Standings of 3:00 PM. The rest is told at the ceremony.');
  const seen = new Set<string>();
  let shared = '';
  for (let second = 0; second < 20; second += 1) {
    for (const { textContent } of screen.getAllByRole('listitem')) seen.add(textContent ?? '');
    shared = screen.queryByText(/more share rank/)?.textContent ?? shared;
    await act(() => vi.advanceTimersByTimeAsync(1_000));
  }
  expect([seen.size, shared]).toEqual([20, 'and 6 more share rank 4']);
  expect([...seen]).toEqual(expect.arrayContaining(['1Ada ★★★9', '2Bo ★★7', '2Cy ★★7', '4T03']));
  expect([...seen].some((row) => row.includes('Nil'))).toBe(false);
});

it('shows messages that are not urgent, the code of the app, and a picture that there is', async () => {
  await open({
    now: page('messages'),
    more: { 'GET /api/messages/public': () => ({ body: [messageOf('Pizza at ten.')] }) },
  });
  await screen.findByText('Pizza at ten.');
  screen.getByText('Priya, organiser, 3:42 PM');
});

it('leaves a picture out that was removed', async () => {
  await open({
    now: page('picture', { pictureId: 'gone' }),
    more: { 'GET /pictures/gone': () => ({ status: 404, body: { code: 'NOT_FOUND', message: 'No.' } }) },
  });
  await screen.findByRole('heading', { level: 1, name: 'Games by the Sea' });
  expect(document.querySelector('img')).toBeNull();
});

it('shows a picture, and the code of the app', async () => {
  vi.stubGlobal('createImageBitmap', async () => ({ close: () => undefined }));
  await open({ now: page('picture', { pictureId: 'sun' }), more: { 'GET /pictures/sun': () => ({ body: {} }) } });
  await waitFor(() => expect(document.querySelector('img')?.getAttribute('src')).toBe('/pictures/sun'));
  expect(document.querySelector('img')?.hidden).toBe(false);
});

it('skips a picture that the browser cannot show', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('InvalidStateError')));
  const more = { 'GET /pictures/cut': () => ({ body: {} }) };
  const heard = await open({ now: page('picture', { pictureId: 'cut' }), more });
  await waitFor(() => expect(heard.some(({ call }) => call === 'GET /pictures/cut')).toBe(true));
  await waitFor(() => expect(heard.at(-1)?.body).toEqual({ shows: { kind: 'calm' } }));
  expect(document.querySelector('img')).toBeNull();
});

it('shows the code of the app with the festival’s name', async () => {
  await open({ now: page('app') });
  await screen.findByRole('img', { name: 'Code that leads to http://localhost:3000' });
  screen.getByRole('heading', { level: 1, name: 'Games by the Sea' });
});

it('goes to the new name of a screen that was renamed', async () => {
  const renamed: Screen = { name: 'pier', location: null, pages: [page('app')], now: null, revision: 2 };
  await open({
    more: { 'GET /api/screens/arcade': () => ({ body: renamed }), 'GET /api/screens/pier': () => ({ body: renamed }) },
  });
  await waitFor(() => expect(location.pathname).toBe('/display/pier'));
});

it('shows the right address at one where the server takes no calls, and goes on without telling', async () => {
  const message = 'This festival takes changes at games.example.org only.';
  const heard = await open({
    more: { 'POST /api/screens/arcade/seen': () => ({ status: 403, body: { code: 'FOREIGN_SITE', message } }) },
  });
  await screen.findByText(message);
  screen.getByText('3:42 PM');
  await act(() => vi.advanceTimersByTimeAsync(120_000));
  expect(heard.filter(({ call }) => call === 'POST /api/screens/arcade/seen')).toHaveLength(1);
  screen.getByText(message);
});

it('shows one code at a name that no screen has, and goes where an organiser said', async () => {
  let name: string | null = null;
  const none = () => ({ status: 404, body: { code: 'NOT_FOUND', message: 'No.' } });
  const heard = await open({
    more: {
      'GET /api/screens/arcade': none,
      'GET /api/screens/pier': () => ({
        body: { name: 'pier', location: null, pages: [page('app')], now: null, revision: 1 },
      }),
      'POST /api/screen-codes': () => ({ status: 201, body: { code: 'AB2CD', token: 'walls' } }),
      'GET /api/screen-codes/AB2CD': () => ({ body: { name } }),
    },
  });
  await screen.findByRole('status', { name: 'Code: A B 2 C D' });
  // The screen is asked for again, and again.
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(heard.filter(({ call }) => call === 'POST /api/screen-codes')).toHaveLength(1);
  name = 'pier';
  await waitFor(() => expect(location.pathname).toBe('/display/pier'));
  expect(localStorage.getItem('wall')).toBe('walls');
});
