import { expect, it } from 'vitest';
import { win } from '#testing/bracket.ts';
import { build } from '../engine/build.ts';
import type { Entry } from '../engine/entries.ts';
import { fold } from '../engine/fold.ts';
import { asLeaderboard, asMatches, readId, sentId } from './wire.ts';

const NAMES = ['Priya', 'Marcus', 'Lena'];

const after = (...entries: Entry[]) => fold(build(3, { tournamentType: 'double-elimination' }), entries);

it('sends matches with names, ids of this event, and where both players go', () => {
  const [bye, semifinal, final] = asMatches(after(win('W1-2', 2)), NAMES, 'e_1');
  expect(bye).toEqual({
    id: 'e_1_W1-1',
    eventId: 'e_1',
    bracket: 'winners',
    round: 1,
    position: 1,
    label: 'Winners semifinal',
    player1: { name: 'Priya', seed: 1 },
    player2: null,
    player1Score: null,
    player2Score: null,
    winner: 1,
    status: 'bye',
    nextMatchId: 'e_1_W2-1',
    nextLoserMatchId: 'e_1_L1-1',
  });
  expect(semifinal).toMatchObject({ player1Score: 1, player2Score: 2, winner: 2, status: 'done' });
  expect(final).toMatchObject({
    player1: { name: 'Priya', seed: 1 },
    player2: { name: 'Lena', seed: 3 },
    status: 'ready',
  });
});

it('sends the reset, and the way to it, only once it has to be played', () => {
  const before = [win('W1-2', 1), win('W2-1', 1), win('L2-1', 1)];
  const finals = (...more: Entry[]) =>
    asMatches(after(...before, ...more), NAMES, 'e')
      .filter(({ bracket }) => bracket === 'final')
      .map(({ id, nextMatchId, nextLoserMatchId }) => [id, nextMatchId, nextLoserMatchId]);
  expect(finals()).toEqual([['e_GF', null, null]]);
  expect(finals(win('GF', 1))).toEqual([['e_GF', null, null]]);
  expect(finals(win('GF', 2))).toEqual([
    ['e_GF', 'e_GR', 'e_GR'],
    ['e_GR', null, null],
  ]);
});

it('sends the leaderboard with names', () => {
  expect(asLeaderboard(after(), NAMES, 'e')).toEqual([]);
  expect(asLeaderboard(after(win('W1-2', 2)), NAMES, 'e')).toEqual([
    { id: 'e_3', rank: 1, playerName: 'Lena', wins: 1, losses: 0, points: 3 },
    { id: 'e_1', rank: 2, playerName: 'Priya', wins: 0, losses: 0, points: 0 },
    { id: 'e_2', rank: 2, playerName: 'Marcus', wins: 0, losses: 1, points: 0 },
  ]);
});

it('reads its own ids back, whatever the event’s id holds', () => {
  for (const eventId of ['e', '0199-a_b', '_']) {
    expect(readId(sentId(eventId, 'W1-3'))).toEqual({ eventId, match: 'W1-3' });
  }
  for (const foreign of ['', 'W1-3', '_W1-3', 'e_', 'e_w1']) expect(readId(foreign)).toBeNull();
});
