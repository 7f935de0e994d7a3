import { expect, it } from 'vitest';
import { win } from '#testing/bracket.ts';
import type { Entry } from '../engine/state.ts';
import { asBracket } from './bracket.ts';
import { asLeaderboard, asMatches, changedIds, findMatch, readId, sentId } from './wire.ts';

const NO_NAMES = { byRsvp: new Map<string, string>(), byUser: new Map<string, string>(), visitors: new Map() };

const after = (...entries: Entry[]) => {
  const drawn = {
    ...{ eventId: 'e_1', drawId: 'd', drawnAt: 'at the draw', drawnBy: null, drawnRevision: 4 },
    entrants: ['Priya', 'Marcus', 'Lena'].map((name, index) => ({ id: `r${index + 1}`, userId: null, name })),
    options: { tournamentType: 'double-elimination' as const },
    lines: entries.map((entry, index) => ({ entry, enteredAt: `at ${index}`, enteredBy: null })),
  };
  return asBracket(drawn, NO_NAMES);
};

const [PRIYA, MARCUS, LENA] = ['Priya', 'Marcus', 'Lena'].map((name, index) => ({
  ...{ id: `r${index + 1}`, name, seed: index + 1 },
}));

it('sends matches with entrants, ids of this event, and the next matches of both players', () => {
  const [bye, semifinal, final] = asMatches(after(win('W1-2', 2)));
  expect(bye).toEqual({
    id: 'e_1_W1-1',
    eventId: 'e_1',
    bracket: 'winners',
    round: 1,
    position: 1,
    label: 'Winners semifinal',
    group: null,
    players: [{ ...PRIYA, score: null, place: null }],
    player1: PRIYA,
    player2: null,
    player1Score: null,
    player2Score: null,
    winner: 1,
    status: 'bye',
    reason: null,
    readySince: null,
    call: null,
    nextMatchId: 'e_1_W2-1',
    nextLoserMatchId: 'e_1_L1-1',
    revision: 4,
  });
  expect(semifinal).toMatchObject({ player1Score: 1, player2Score: 2, winner: 2, status: 'done', reason: 'score' });
  expect(final).toMatchObject({ player1: PRIYA, player2: LENA, status: 'ready', revision: 5 });
});

it('sends since when a match is ready: the draw, or the entry that decided its players', () => {
  const readySince = (...entries: Entry[]) =>
    asMatches(after(...entries))
      .slice(0, 3)
      .map((match) => match.readySince);
  expect(readySince()).toEqual([null, 'at the draw', null]);
  expect(readySince({ kind: 'forfeit', match: 'W1-2', player: 1 }, win('W1-2', 1), win('W1-2', 2))).toEqual([
    ...[null, null, 'at 2'],
  ]);
});

it('sends the reset, and the links to it, only when it has to be played', () => {
  const before = [win('W1-2', 1), win('W2-1', 1), win('L2-1', 1)];
  const finals = (...more: Entry[]) =>
    asMatches(after(...before, ...more))
      .filter(({ bracket }) => bracket === 'final')
      .map(({ id, nextMatchId, nextLoserMatchId }) => [id, nextMatchId, nextLoserMatchId]);
  expect(finals()).toEqual([['e_1_GF', null, null]]);
  expect(finals(win('GF', 1))).toEqual([['e_1_GF', null, null]]);
  expect(finals(win('GF', 2))).toEqual([
    ['e_1_GF', 'e_1_GR', 'e_1_GR'],
    ['e_1_GR', null, null],
  ]);
});

it('changedIds names the reset also when a correction makes it needless', () => {
  const before = [win('W1-2', 1), win('W2-1', 1), win('L2-1', 1)];
  const [open, lost, won] = [[], [win('GF', 2)], [win('GF', 2), win('GF', 1)]].map((more) => after(...before, ...more));
  if (!open || !lost || !won) throw new Error('three brackets');
  expect(changedIds(open, lost)).toEqual(['e_1_GF', 'e_1_GR']);
  expect(changedIds(lost, won)).toEqual(['e_1_GF', 'e_1_GR']);
  expect(changedIds(won, won)).toEqual([]);
});

it('findMatch returns one match as it is sent, or null when it does not exist', () => {
  expect(findMatch(after(), 'W1-2')).toMatchObject({ id: 'e_1_W1-2', player1: MARCUS, player2: LENA });
  expect([findMatch(after(), 'GR'), findMatch(after(), 'W9-9')]).toEqual([null, null]);
});

it('sends the leaderboard with names', () => {
  const NONE = { draws: 0, tieBreaks: [], revision: 5 };
  expect(asLeaderboard(after())).toEqual([]);
  expect(asLeaderboard(after(win('W1-2', 2)))).toEqual([
    { id: 'e_1_3', rank: 1, playerName: 'Lena', wins: 1, losses: 0, points: 3, played: 1, ...NONE },
    { id: 'e_1_1', rank: 2, playerName: 'Priya', wins: 0, losses: 0, points: 0, played: 0, ...NONE },
    { id: 'e_1_2', rank: 2, playerName: 'Marcus', wins: 0, losses: 1, points: 0, played: 1, ...NONE },
  ]);
});

it('readId is the inverse of sentId for any event id', () => {
  for (const eventId of ['e', '0199-a_b', '_']) {
    expect(readId(sentId(eventId, 'W1-3'))).toEqual({ eventId, match: 'W1-3' });
  }
  for (const foreign of ['', 'W1-3', '_W1-3', 'e_', 'e_w1']) expect(readId(foreign)).toBeNull();
});
