import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { LeaderboardLine } from '#features/brackets/contract.ts';
import type { Entry } from '#features/brackets/engine/state.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { win } from '#testing/bracket.ts';
import { answerCalls, type Reply, renderInPage } from '#testing/page.tsx';
import { shownMatches } from '#testing/shown-bracket.ts';
import { shownEvent } from '#testing/shown-event.ts';
import { userEvent } from '#testing/user-event.ts';
import { DisplayPage, type TournamentPart, WallEvent } from './DisplayPage.tsx';

const ZONE = 'America/New_York';

const standing = (rank: number, said: Partial<LeaderboardLine> = {}): LeaderboardLine => ({
  id: `catan_${rank}`,
  rank,
  ...{ draws: 0, played: 0, tieBreaks: [] },
  playerName: `Player ${rank}`,
  wins: 9 - rank,
  losses: 1,
  points: 30 - rank,
  revision: 1,
  ...said,
});

/** A final of Priya and Marcus. */
const final = (...entries: Entry[]) =>
  shownMatches(['Priya', 'Marcus'], entries, { tournamentType: 'single-elimination' });
const forfeit = (player: 2 | 'both') => final({ kind: 'forfeit', match: 'W1-1', player });

const catan = shownEvent({ status: 'in-progress', tournamentType: 'single-elimination' });
const chess = shownEvent({
  id: 'chess',
  title: 'Chess Cup',
  location: 'Tide Pool',
  tournamentType: 'single-elimination',
});

type Shown = { at?: string; events?: FestivalEvent[]; scores?: () => Reply; matches?: () => Reply };

const open = async ({ at = '/display', events = [chess, catan], scores, matches }: Shown = {}) => {
  const nothing = () => ({ body: [] });
  const heard = answerCalls({
    'GET /api/events': () => ({ body: events }),
    'GET /api/leaderboard?eventId=catan': scores ?? nothing,
    'GET /api/matches?eventId=catan': matches ?? nothing,
    'GET /api/leaderboard?eventId=chess': nothing,
    'GET /api/matches?eventId=chess': nothing,
  });
  await act(async () => void renderInPage(<DisplayPage zone={ZONE} />, { at, events }));
  return heard;
};

/** At 3:42 PM. */
const startTimers = () => vi.useFakeTimers({ now: Date.parse('2025-11-13T20:42:00.000Z'), shouldAdvanceTime: true });
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it('shows the event in progress, and puts the selection into the address', async () => {
  await open({ scores: () => ({ body: [1, 2, 3, 4, 5, 6, 7, 8, 9].map((rank) => standing(rank)) }) });
  screen.getByRole('heading', { level: 1, name: 'Catan Open' });
  screen.getByText('Ballroom A');
  screen.getByText('LIVE');
  const rows = within(await screen.findByRole('table', { name: 'LIVE LEADERBOARD' })).getAllByRole('row');
  expect(rows.map((row) => row.textContent)).toEqual([
    'RankPlayerW–LPoints',
    '1★ Player 18–129',
    '2★ Player 27–128',
    '3★ Player 36–127',
    '4Player 45–126',
    '5Player 54–125',
    '6Player 63–124',
    '7Player 72–123',
    '8Player 81–122',
  ]);
  expect(location.search).toBe('?event=catan');
});

it('follows the selector, which offers events in progress and tournaments', async () => {
  await open({ events: [shownEvent({ id: 'course', title: 'Course' }), chess, catan], at: '/display?rotate=x' });
  const select = screen.getByRole('combobox', { name: 'Event' });
  expect(
    within(select)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Catan Open', 'Chess Cup']);
  await userEvent.selectOptions(select, 'Chess Cup');
  await screen.findByRole('heading', { level: 1, name: 'Chess Cup' });
  await screen.findByText('Waiting for scores...');
  screen.getByText('Thursday, Nov 13 · 3:00–5:00 PM · 4/16 players');
  screen.getByText('upcoming');
  expect(location.search).toBe('?rotate=x&event=chess');
});

const scoresOf = (...standings: LeaderboardLine[]) => ({ scores: () => ({ body: standings }) });
const tableRows = async () =>
  within(await screen.findByRole('table'))
    .getAllByRole('row')
    .slice(1);

it('says how many share the last rank shown, and gives no star without points', async () => {
  const second = Array.from({ length: 14 }, (_, index) => standing(2, { id: `second_${index}`, points: 0 }));
  await open(scoresOf(standing(1), ...second));
  const rows = await tableRows();
  expect(rows).toHaveLength(9);
  expect(rows.at(-1)?.textContent).toBe('and 7 more share rank 2');
  expect(rows.map((row) => (row as HTMLElement).dataset.rank)).toEqual(['1', ...Array(8).fill(undefined)]);
});

it('writes all names in the size that the longest needs', async () => {
  await open(scoresOf(standing(1), standing(2, { playerName: 'Maximiliana von Hohenstein' })));
  expect((await screen.findByRole('table')).dataset.length).toBe('long');
});

it('shows an event that is no tournament with its time, host, seats and what follows, without a leaderboard', async () => {
  const course = shownEvent({ id: 'course', title: 'Dice making', status: 'in-progress', eventType: 'course' });
  const next = shownEvent({ id: 'next', title: 'Werewolf night', startTime: '2025-11-13T23:00:00.000Z' });
  const heard = await open({ at: '/display?event=course', events: [catan, course, next] });
  screen.getByRole('heading', { level: 1, name: 'Dice making' });
  screen.getByRole('heading', { level: 2, name: 'Course' });
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    '3:00–5:00 PM',
    'Priya',
    '4/16 · OPEN',
    '6:00–8:00 PM · Werewolf night',
  ]);
  expect(screen.queryByText('LIVE LEADERBOARD')).toBeNull();
  expect(screen.queryByText('Waiting for scores...')).toBeNull();
  expect(heard.map(({ call }) => call).filter((call) => call.includes('leaderboard'))).toEqual([]);
});

it('asks for an event when there is none to show', async () => {
  const heard = await open({ events: [shownEvent()] });
  screen.getByText('Select an event to display');
  screen.getByText('No event is live and there is no tournament yet.');
  expect(heard.map(({ call }) => call)).not.toContain('GET /api/leaderboard?eventId=catan');
});

it('does not say that there is none while the events are loading', async () => {
  answerCalls({ 'GET /api/events': () => new Promise<Reply>(() => undefined) });
  await act(async () => void renderInPage(<DisplayPage zone={ZONE} />, { at: '/display' }));
  screen.getByText('Select an event to display');
  expect(screen.queryByText(/^No event is live/)).toBeNull();
});

it('draws the bracket, each match as one sentence', async () => {
  await open({ matches: () => ({ body: final() }) });
  const bracket = await screen.findByRole('region', { name: 'Bracket' });
  within(bracket).getByRole('heading', { name: 'Final' });
  within(bracket).getByText('Final: Priya against Marcus, ready now.');
  within(bracket).getByText('Ready');
  within(bracket).getByText('?');
  expect(screen.queryByText(/ players$/)).toBeNull();
});

it('draws the losers’ matches as wide as the winners’', async () => {
  await open({
    matches: () => ({ body: shownMatches(['Priya', 'Marcus', 'Lena', 'Jo'], [win('W1-1', 1), win('W1-2', 1)]) }),
  });
  const bracket = await screen.findByRole('region', { name: 'Bracket' });
  const lanes = [...bracket.querySelectorAll<HTMLElement>('.display-lane')];
  expect(lanes.map(({ style }) => style.getPropertyValue('--columns'))).toEqual(['4', '4']);
});

it('names the champion', async () => {
  await open({ matches: () => ({ body: forfeit(2) }) });
  await screen.findByText('Final: Priya wins, because Marcus did not play.');
  await screen.findByText('Champion: Priya');
  expect(screen.queryByText('?')).toBeNull();
});

it('shows a final without players, with no champion and no stars', async () => {
  await open({
    matches: () => ({ body: forfeit('both') }),
    scores: () => ({ body: [standing(1), standing(1, { id: 'catan_2' })] }),
  });
  await screen.findByText('Final: nobody wins, because Priya and Marcus did not play.');
  screen.getByText('No champion: nobody was left to win');
  screen.getByText('Nobody');
  const rows = within(await screen.findByRole('table')).getAllByRole('row');
  expect(rows.slice(1).map((row) => [row.textContent, row.dataset.rank])).toEqual([
    ['1Player 18–129', undefined],
    ['1Player 18–129', undefined],
  ]);
  expect(screen.queryByText(/^Champion:/)).toBeNull();
  expect(screen.queryByText('?')).toBeNull();
});

const CALL = { table: '4', calledAt: '2025-11-13T20:40:00.000Z', seen: [] };

it.each<[readonly TournamentPart[], { results: boolean; calls: boolean }, string[]]>([
  [['calls', 'board'], { results: true, calls: true }, ['calls', 'board']],
  [['calls', 'board'], { results: false, calls: true }, ['calls', 'bracket']],
  [['calls', 'bracket'], { results: true, calls: true }, ['calls', 'bracket']],
  [['calls', 'board'], { results: false, calls: false }, ['bracket']],
  [['bracket'], { results: true, calls: true }, ['bracket']],
  [['board'], { results: true, calls: true }, ['board']],
  [['board'], { results: false, calls: true }, ['bracket']],
  [['calls'], { results: true, calls: true }, ['calls']],
  [['calls'], { results: true, calls: false }, ['board']],
])('shows of %j on a named screen, with %j: %j', async (parts, { results, calls }, shown) => {
  answerCalls({
    'GET /api/leaderboard?eventId=catan': () => ({ body: results ? [standing(1)] : [] }),
    'GET /api/matches?eventId=catan': () => ({
      body: final().map((match) => ({ ...match, call: calls ? CALL : null })),
    }),
  });
  const event = { ...catan, bracketDrawn: true };
  await act(
    async () => void renderInPage(<WallEvent event={event} events={[event]} zone={ZONE} parts={parts} />, { at: '/' }),
  );
  const seen = () => [
    ...(screen.queryByRole('list', { name: 'Called to a table' }) ? ['calls'] : []),
    ...(screen.queryByRole('table') ? ['board'] : []),
    ...(screen.queryByRole('region', { name: 'Bracket' }) ? ['bracket'] : []),
  ];
  await waitFor(() => expect(seen()).toEqual(shown));
});

it('rotates through the parts of a large bracket', async () => {
  startTimers();
  const names = Array.from({ length: 32 }, (_, index) => `P${index + 1}`);
  const matches = shownMatches(names, [], { tournamentType: 'single-elimination' });
  await open({ matches: () => ({ body: matches }) });
  await screen.findByText('Round 1, match 1: P1 against P32, ready now.');
  expect(screen.queryByText(/^Round 1, match 9:/)).toBeNull();
  await pass(12_000);
  screen.getByText(/^Round 1, match 9: .*, ready now\.$/);
  screen.getByText(/^Round 1, match 16: .*, ready now\.$/);
  expect(screen.queryByText(/^Round 1, match 1:/)).toBeNull();
  await pass(12_000);
  screen.getByText('Round 1, match 1: P1 against P32, ready now.');
});

it('keeps its data when the network fails, shows their time, and catches up', async () => {
  startTimers();
  let reply = (): Reply => ({ body: [standing(1)] });
  await open({ scores: () => reply() });
  await screen.findByRole('cell', { name: /Player 1/ });
  reply = () => {
    throw new TypeError('Failed to fetch');
  };
  await pass(130_000);
  screen.getByText('as of 3:42 PM');
  screen.getByText('3:44 PM');
  screen.getByRole('cell', { name: /Player 1/ });
  reply = () => ({ body: [standing(1, { playerName: 'Lena' })] });
  await pass(6_000);
  await screen.findByRole('cell', { name: /Lena/ });
  screen.getByText('LIVE');
});

const asksFor = (heard: readonly { call: string }[], call: string) => heard.filter((one) => one.call === call).length;

it('refetches every five seconds, also while the window is hidden', async () => {
  startTimers();
  const heard = await open();
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  dispatchEvent(new Event('visibilitychange'));
  await pass(10_500);
  expect([
    asksFor(heard, 'GET /api/leaderboard?eventId=catan'),
    asksFor(heard, 'GET /api/matches?eventId=catan'),
  ]).toEqual([3, 3]);
});

it('aborts a request without response, and retries', async () => {
  startTimers();
  let answer = async (): Promise<Reply> => ({ body: [] });
  const heard = answerCalls({
    'GET /api/leaderboard?eventId=catan': () => answer(),
    'GET /api/matches?eventId=catan': () => answer(),
  });
  await act(async () => void renderInPage(<DisplayPage zone={ZONE} />, { at: '/display', events: [catan] }));
  await screen.findByText('Waiting for scores...');
  answer = () => new Promise(() => undefined);
  await pass(17_000);
  screen.getByText('as of 3:42 PM');
  const before = asksFor(heard, 'GET /api/leaderboard?eventId=catan');
  await pass(16_000);
  expect(asksFor(heard, 'GET /api/leaderboard?eventId=catan')).toBeGreaterThan(before);
});

it('says so when nothing ever arrived', async () => {
  await open({ scores: () => ({ status: 503 }), matches: () => ({ status: 503 }) });
  await screen.findByText('no connection yet');
  screen.getByText('No connection. Scores appear when it returns.');
  expect(screen.queryByText('Waiting for scores...')).toBeNull();
});

it('rotates through the requested events, from the first of them', async () => {
  startTimers();
  await open({ at: '/display?rotate=20&events=chess,catan' });
  expect(new URLSearchParams(location.search).get('event')).toBe('chess');
  for (const name of ['Chess Cup', 'Catan Open', 'Chess Cup']) {
    screen.getByRole('heading', { level: 1, name });
    await pass(20_000);
  }
});

it('keeps the screen awake, and releases it on leaving', async () => {
  const release = vi.fn(async () => undefined);
  const request = vi.fn(async () => Object.assign(new EventTarget(), { release }));
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } });
  answerCalls({});
  const page = renderInPage(<DisplayPage zone={ZONE} />, { at: '/display', events: [] });
  await waitFor(() => expect(request).toHaveBeenCalledWith('screen'));
  fireEvent(document, new Event('visibilitychange'));
  await waitFor(() => expect(request).toHaveBeenCalledTimes(2));
  page.unmount();
  expect(release).toHaveBeenCalled();
  Reflect.deleteProperty(navigator, 'wakeLock');
});
