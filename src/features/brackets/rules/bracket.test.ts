import { describe, expect, it } from 'vitest';
import { win } from '#testing/bracket.ts';
import type { Entry } from '../engine/state.ts';
import {
  asBracket,
  hasResults,
  presentName,
  type StoredBracket,
  sawSamePlayers,
  stateOf,
  stateSince,
} from './bracket.ts';

const NO_NAMES = { byRsvp: new Map<string, string>(), byUser: new Map<string, string>(), visitors: new Map() };

const after = (...entries: Entry[]) => {
  const drawn: StoredBracket = {
    eventId: 'e',
    drawId: 'd',
    entrants: ['Priya', 'Marcus', 'Lena'].map((name, index) => ({ id: `r${index + 1}`, userId: null, name })),
    options: { tournamentType: 'single-elimination' },
    drawnAt: 'at the draw',
    drawnBy: null,
    drawnRevision: 1,
    lines: entries.map((entry, index) => ({ entry, enteredAt: `at ${index}`, enteredBy: null })),
  };
  return asBracket(drawn, NO_NAMES);
};

describe('the present name of an entrant', () => {
  const entrant = { id: 'r', userId: 'u', name: 'Alex' };
  const named = (rsvp: string | null, user: string | null) =>
    presentName(entrant, {
      byRsvp: new Map(rsvp === null ? [] : [['r', rsvp]]),
      byUser: new Map(user === null ? [] : [['u', user]]),
    });

  it.each([
    ['is the name on the RSVP', 'Alex', 'Alex', 'Alex'],
    ['is spelt as on the RSVP when the account has the same name key', 'Alex', 'ALEX', 'Alex'],
    ['follows a renamed account', 'Alex', 'Alexandra', 'Alexandra'],
    ['is the name on the RSVP that an organiser renamed, whatever the account is called', 'Sam', 'Alexandra', 'Sam'],
    ['stays when the account is deleted', 'Alex', null, 'Alex'],
    ['stays when the place is cancelled', null, 'ALEX', 'Alex'],
    ['stays when both are gone', null, null, 'Alex'],
  ])('%s', (_, rsvp, user, shown) => {
    expect(named(rsvp, user)).toBe(shown);
  });

  it('is the name on the RSVP when there is no account, also after another user took that name', () => {
    const known = { byRsvp: new Map([['r', 'Alex']]), byUser: new Map([['u', 'Sam']]) };
    expect(presentName({ ...entrant, userId: null }, known)).toBe('Alex');
  });
});

it('hasResults is false after the only result was undone or cleared', () => {
  expect(hasResults(after())).toBe(false);
  expect(hasResults(after(win('W1-2', 1)))).toBe(true);
  expect(hasResults(after(win('W1-2', 1), { kind: 'undo' }))).toBe(false);
  expect(hasResults(after(win('W1-2', 1), { kind: 'clear', match: 'W1-2' }))).toBe(false);
});

it('sawSamePlayers compares the players of the seen revision with the present ones', () => {
  const corrected = after(win('W1-2', 1), win('W1-2', 2));
  expect([1, 2, 3].map((revision) => sawSamePlayers(corrected, 'W2-1', revision))).toEqual([false, false, true]);
  expect([0, 1, 2, 3, 4].map((revision) => sawSamePlayers(corrected, 'W1-2', revision))).toEqual([
    ...[false, true, true, true, false],
  ]);
});

describe('the state since one that was folded before', () => {
  const stored = (entries: readonly Entry[], players = 4) => ({
    entrants: Array(players).fill(null),
    options: { tournamentType: 'single-elimination' } as const,
    lines: entries.map((entry) => ({ entry })),
  });
  const [first, second, other] = [win('W1-1', 1), win('W1-2', 2), win('W1-1', 2)];

  it.each<[string, readonly Entry[], readonly Entry[], number]>([
    ['a result that was added', [first], [first, second], 4],
    ['an undo that was added', [first, second], [first, second, { kind: 'undo' }], 4],
    ['another result, as one was rolled back', [first, second], [other], 4],
    ['fewer results, as one was rolled back', [first, second], [first], 4],
    ['a player who was added', [first], [first], 5],
  ])('is that of all results after %s', (_, before, after, players) => {
    const known = stateOf(stored(before));
    expect(stateSince(known, stored(after, players))).toEqual(stateOf(stored(after, players)));
  });

  it('is the same state while nothing was added, and keeps the matches that a new result does not reach', () => {
    const known = stateOf(stored([first]));
    expect(stateSince(known, stored([first]))).toBe(known);
    expect(stateSince(known, stored([first, second])).matches[0]).toBe(known.matches[0]);
  });
});
