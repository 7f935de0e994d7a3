import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { FestivalEvent } from '#features/events/contract.ts';
import { HomePage } from '#features/home/web/HomePage.tsx';
import { noteMine, rememberName } from '#features/people/names/web/state.ts';
import type { Rsvp } from '#features/rsvps/contract.ts';
import { win } from '#testing/bracket.ts';
import { answerCalls, NOW, type Reply, renderInPage } from '#testing/page.tsx';
import { shownMatches } from '#testing/shown-bracket.ts';
import { shownEvent } from '#testing/shown-event.ts';

const catan = shownEvent();
const kart = shownEvent({ id: 'kart', title: 'Kart Cup', startTime: '2025-11-13T23:00:00.000Z', location: 'Arcade' });
const place = (id: string, eventId: string, playerName = 'Rosa'): Rsvp => ({
  id,
  ...{ eventId, playerName, checkedIn: false },
});

type Scene = { rsvps?: Rsvp[]; events?: FestivalEvent[]; replies?: Record<string, () => Reply> };

const open = ({ rsvps = [], events = [catan, kart], replies = {} }: Scene) => {
  const heard = answerCalls({
    'GET /api/rsvps/my': () => ({ body: rsvps }),
    'GET /api/events': () => ({ body: events }),
    'GET /api/users/my': () => ({ body: [] }),
    'GET /api/names/my': () => ({ body: rsvps.map(({ playerName }) => ({ name: playerName, account: false })) }),
    ...replies,
  });
  renderInPage(<HomePage zone="America/New_York" />, { events });
  return heard;
};
const strip = () => screen.getByRole('region', { name: 'Your day' });
const tiles = () =>
  within(strip())
    .getAllByRole('link')
    .map((tile) => [tile.getAttribute('href'), tile.textContent]);

it('shows what is next with time, room and for whom, and what comes then', async () => {
  noteMine(true);
  open({ rsvps: [place('1', 'catan'), place('2', 'catan', 'Gus'), place('3', 'kart', 'Gus')] });
  await waitFor(() =>
    expect(tiles()).toEqual([
      ['/schedule', '3:00 PM · Rosa and Gus · Ballroom ACatan OpenRosa and Gus'],
      ['/?event=kart', 'Then 6:00 PM · Gus · ArcadeKart Cup'],
      ['/scoreboard', 'No points yet'],
      ['/announcements', 'No messages yet'],
    ]),
  );
  expect(document.documentElement.dataset.mine).toBe('');
});

it('names nobody on the phone of one person, and says how late it is', async () => {
  noteMine(true);
  open({ rsvps: [place('1', 'catan')], events: [{ ...catan, lateMinutes: 25 }] });
  await waitFor(() => expect(tiles()[0]?.[1]).toBe('3:00 PM · about 25 min late · Ballroom ACatan Open'));
  expect(tiles()[1]?.[1]).toBe('Nothing booked after that');
});

it('shows the match that can be played, before one that waits for an opponent', async () => {
  noteMine(true);
  const drawn = [catan, kart].map((event) => ({
    ...event,
    bracketDrawn: true,
    tournamentType: 'double-elimination' as const,
  }));
  const matches = shownMatches(['Priya', 'Marcus', 'Lena', 'Jo'], [{ kind: 'score', match: 'W1-1', scores: [2, 0] }]);
  open({
    rsvps: [place('rsvp-1', 'catan'), place('rsvp-2', 'kart', 'Marcus')],
    events: drawn,
    replies: {
      'GET /api/matches?eventId=catan': () => ({ body: matches }),
      'GET /api/matches?eventId=kart': () => ({ body: matches }),
    },
  });
  await waitFor(() =>
    expect(tiles()[1]).toEqual([
      '/?event=kart&view=bracket',
      'Next match of Marcus: Winners semifinal against Lena, ready now',
    ]),
  );
});

it('shows the table that a match is called to, before another that is ready', async () => {
  noteMine(true);
  const drawn = [catan, kart].map((event) => ({ ...event, bracketDrawn: true }));
  const ready = shownMatches(['Priya', 'Jo']);
  const called = ready.map((match) => ({ ...match, call: { table: '4', calledAt: NOW } }));
  open({
    rsvps: [place('rsvp-1', 'catan', 'Priya'), place('rsvp-1', 'kart', 'Priya')],
    events: drawn,
    replies: {
      'GET /api/matches?eventId=catan': () => ({ body: ready }),
      'GET /api/matches?eventId=kart': () => ({ body: called }),
    },
  });
  await waitFor(() => expect(tiles()[1]).toEqual(['/?event=kart&view=bracket', 'Table 4 now, against Jo']));
});

it('shows points, rank and the newest message', async () => {
  noteMine(true);
  const message = {
    ...{ id: 'm1', text: 'Pizza at 6.', urgent: false, audience: 'everybody', eventId: null, from: 'Priya, organiser' },
    ...{ at: '2025-11-13T17:00:00.000Z', endsAt: '2025-11-16T17:00:00.000Z', revision: 1 },
  };
  open({
    replies: {
      'GET /api/users/my': () => ({ body: [{ id: 'u1', name: 'Rosa', code: 'K7F2QX' }] }),
      'GET /api/users': () => ({
        body: [
          { id: 'u2', name: 'Rosa', score: 99, revision: 1 },
          { id: 'u1', name: 'rosa', score: 12, revision: 1 },
        ],
      }),
      'GET /api/messages/public': () => ({ body: [message] }),
    },
  });
  await waitFor(() =>
    expect(tiles()).toEqual([
      ['/#events', 'Nothing booked from now on. Find something'],
      ['/schedule', 'My schedule'],
      ['/scoreboard', '12 points, 2nd'],
      ['/announcements', 'Pizza at 6.'],
    ]),
  );
});

it('says where this device waits when it has no place', async () => {
  noteMine(true);
  open({
    events: [{ ...kart, waiting: 3, currentRegistrations: 16 }],
    replies: {
      'GET /api/waiting/my': () => ({
        body: [{ id: 'w1', eventId: 'kart', playerName: 'Rosa', rank: 2, revision: 1 }],
      }),
    },
  });
  await waitFor(() => expect(tiles()[0]).toEqual(['/schedule', 'Kart Cup: 2nd of 3 in line']));
});

it('asks for nothing more, and shows nothing, on a device without anything', async () => {
  const heard = open({});
  await waitFor(() => expect(heard.map(({ call }) => call)).toContain('GET /api/rsvps/my'));
  expect(strip().childElementCount).toBe(0);
  expect(document.documentElement.dataset.mine).toBeUndefined();
  expect(heard.map(({ call }) => call)).not.toContain('GET /api/names/my');
});

it('appears from the next visit on when the device gets its first place, and goes when it has nothing left', async () => {
  open({ rsvps: [place('1', 'catan')] });
  await waitFor(() => expect(localStorage.getItem('mine')).toBe('yes'));
  expect(strip().childElementCount).toBe(0);
});

it('counts a name that was typed until the server says that it has nothing', async () => {
  rememberName('Rosa');
  expect(localStorage.getItem('mine')).toBe('yes');
  open({});
  await waitFor(() => expect(localStorage.getItem('mine')).toBeNull());
});

it('is not there before and after the festival, when the hero is whole', () => {
  noteMine(true);
  open({ events: [{ ...catan, status: 'completed' }] });
  expect(screen.queryByRole('region', { name: 'Your day' })).toBeNull();
  expect(document.querySelector('.hero-day')).toBeNull();
  expect(document.querySelector('.hero-sun')).not.toBeNull();
});

it('stands above a compact hero with all its words and buttons', () => {
  open({});
  const hero = screen.getByRole('region', { name: 'Games by the Sea' });
  expect(hero.className).toBe('hero hero-day');
  for (const words of ['13-16 November 2025 · Pixel Tide Hotel', 'Four days of games.'])
    expect(hero.textContent).toContain(words);
  const names = ['Browse events', 'Top Gun Competition', 'Register'];
  expect([...hero.querySelectorAll('.hero-actions > *')].map((one) => one.textContent)).toEqual(names);
});

it('says on a tournament’s card what is next for the players of this device, instead of Started', async () => {
  const drawn = { ...kart, bracketDrawn: true, tournamentType: 'double-elimination' as const };
  open({
    rsvps: [place('rsvp-1', 'kart', 'Priya')],
    events: [{ ...catan, bracketDrawn: true }, drawn],
    replies: { 'GET /api/matches?eventId=kart': () => ({ body: shownMatches(['Priya', 'Jo']) }) },
  });
  const cardOf = (title: string) =>
    screen.getAllByRole('article').find((card) => within(card).queryByRole('link', { name: title }))?.textContent;
  await waitFor(() => expect(cardOf('Kart Cup')).toContain('Your next match: Winners final against Jo, ready now'));
  expect(cardOf('Kart Cup')).not.toContain('Started');
  expect(cardOf('Catan Open')).toContain('Started');
});

it('shows on a tournament’s card first the people of this device who can play now, and last those who are out', async () => {
  const lost = [win('W1-1', 1), win('W1-2', 1), win('L1-1', 1)];
  open({
    rsvps: [place('rsvp-3', 'kart', 'Lena'), place('rsvp-1', 'kart', 'Priya')],
    events: [{ ...kart, bracketDrawn: true, tournamentType: 'double-elimination' }],
    replies: {
      'GET /api/matches?eventId=kart': () => ({ body: shownMatches(['Priya', 'Marcus', 'Lena', 'Jo'], lost) }),
      'GET /api/leaderboard?eventId=kart': () => ({
        body: [{ id: 'rsvp-3', rank: 3, playerName: 'Lena', wins: 0, losses: 2, points: 0, revision: 1 }],
      }),
    },
  });
  await screen.findByText(
    'Next match of Priya: Winners final against Marcus, ready now. Thanks for playing, Lena! Lena came 3rd',
  );
});
