import { describe, expect, it } from 'vitest';
import type { Match } from '../contract.ts';
import type { Outcome } from '../engine/entries.ts';
import { canChangeSince, drawnMeanwhile, isUnheard, lastIsAnother, standsAlready } from './meanwhile.ts';

const ready: Match = {
  id: 'e_W1-1',
  eventId: 'e',
  bracket: 'winners',
  round: 1,
  position: 1,
  label: 'Final',
  player1: { name: 'Priya', seed: 1, rsvpId: 'r1' },
  player2: { name: 'Marcus', seed: 2, rsvpId: 'r2' },
  player1Score: null,
  player2Score: null,
  winner: null,
  status: 'ready',
  reason: null,
  readySince: '2025-11-14T17:00:00.000Z',
  nextMatchId: null,
  nextLoserMatchId: null,
};
const done: Match = {
  ...ready,
  status: 'done',
  player1Score: 3,
  player2Score: 1,
  winner: 1,
  reason: 'score',
  readySince: null,
};
const forfeited: Match = { ...done, player1Score: null, player2Score: null, winner: 2, reason: 'forfeit' };
const score = (...scores: [number, number]): Outcome => ({ kind: 'score', scores });
const told = (...args: Parameters<typeof canChangeSince> extends [string, ...infer R] ? R : never) =>
  canChangeSince('Final', ...args)?.body ?? null;
const changed = (now: string) => ({
  code: 'CHANGED_MEANWHILE',
  message: `Another organiser has changed this match meanwhile. Final now: ${now}`,
});

describe('a result is entered', () => {
  it('for the match that was seen, whatever its players are called by now', () => {
    const seen = { ...ready, player1: { name: 'Renamed', seed: 1, rsvpId: 'r1' } };
    expect(told(ready, seen, score(2, 0))).toBeNull();
    expect(told(done, done, score(2, 0))).toBeNull();
    expect(told(done, done, null)).toBeNull();
  });

  it('twice, if it says the same', () => {
    expect(told(done, ready, score(3, 1))).toBeNull();
    expect(told(forfeited, ready, { kind: 'forfeit', player: 1 })).toBeNull();
    expect(told(done, 'unseen', score(3, 1))).toBeNull();
  });

  it('for the present match, where it can have been seen', () => {
    expect(told(done, 'present', score(2, 0))).toBeNull();
    expect(told(done, 'present', null)).toBeNull();
  });
});

describe('whoever saw another match is told what stands now', () => {
  it.each<[string, Match, Match | 'unseen', Outcome | null, string]>([
    ['a result', done, ready, score(3, 2), 'Priya 3, Marcus 1.'],
    ['a result, before clearing it', done, ready, null, 'Priya 3, Marcus 1.'],
    ['a forfeit', forfeited, ready, score(3, 1), 'Marcus goes on without playing.'],
    ['nobody left', { ...forfeited, winner: null }, ready, score(3, 1), 'Nobody goes on.'],
    ['a result that was cleared', ready, done, score(3, 1), 'Priya and Marcus are to play it.'],
    [
      'other players, though the result is the same',
      done,
      { ...done, player2: { name: 'Lena', seed: 3, rsvpId: 'r3' } },
      score(3, 1),
      'Priya 3, Marcus 1.',
    ],
    [
      'another draw, which gave the same seed to somebody else',
      ready,
      { ...ready, player1: { name: 'Lena', seed: 1, rsvpId: 'r3' } },
      score(3, 1),
      'Priya and Marcus are to play it.',
    ],
    [
      'a player less',
      { ...ready, player2: null, status: 'waiting' },
      ready,
      score(3, 1),
      'It is still waiting for its players.',
    ],
    ['a result of just now', done, 'unseen', score(3, 2), 'Priya 3, Marcus 1.'],
    ['a result of just now, before clearing it', done, 'unseen', null, 'Priya 3, Marcus 1.'],
  ])('%s', (_, present, seen, outcome, now) => {
    expect(told(present, seen, outcome)).toEqual(changed(now));
  });

  it('and so is who takes back or draws', () => {
    expect(lastIsAnother('Final', done).body).toEqual({
      code: 'CHANGED_MEANWHILE',
      message: 'What was entered last is another result by now. Final: Priya 3, Marcus 1.',
    });
    expect(
      drawnMeanwhile({ entrants: [1, 2, 3].map((n) => ({ rsvpId: `${n}`, userId: null, name: '' })) }).body,
    ).toEqual({
      code: 'CHANGED_MEANWHILE',
      message: 'This bracket has just been drawn, for 3 players. Look at it before you draw again.',
    });
  });
});

it.each<[Match, Outcome, boolean]>([
  [done, score(3, 1), true],
  [done, score(1, 3), false],
  [ready, score(3, 1), false],
  [forfeited, { kind: 'forfeit', player: 1 }, true],
  [forfeited, { kind: 'forfeit', player: 2 }, false],
  [forfeited, { kind: 'forfeit', player: 'both' }, false],
  [forfeited, { kind: 'disqualification', player: 1 }, false],
  [{ ...forfeited, winner: null }, { kind: 'forfeit', player: 'both' }, true],
])('%# knows what stands already', (match, outcome, already) => {
  expect(standsAlready(match, outcome)).toBe(already);
});

it.each<[string | null, string, boolean]>([
  ['theirs', '2025-11-14T17:00:00.000Z', true],
  ['theirs', '2025-11-14T17:00:01.999Z', true],
  ['theirs', '2025-11-14T17:00:02.000Z', false],
  ['mine', '2025-11-14T17:00:00.000Z', false],
  [null, '2025-11-14T17:00:00.000Z', false],
])('what another organiser did just now is unheard of: %s, asked at %s', (by, at, unheard) => {
  expect(isUnheard({ at: '2025-11-14T17:00:00.000Z', by }, { at, by: 'mine' })).toBe(unheard);
});
