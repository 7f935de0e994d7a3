import { describe, expect, it } from 'vitest';
import { win } from '#testing/bracket.ts';
import type { Entry } from '../engine/entries.ts';
import { asBracket, hasResults, presentName, type StoredBracket, sentMatches } from './bracket.ts';

const NOBODY = { rsvps: new Map<string, string>(), users: new Map<string, string>() };

const after = (...entries: Entry[]) => {
  const drawn: StoredBracket = {
    eventId: 'e',
    drawId: 'd',
    entrants: ['Priya', 'Marcus', 'Lena'].map((name, index) => ({ rsvpId: `r${index + 1}`, userId: null, name })),
    options: { tournamentType: 'single-elimination' },
    drawnAt: 'at the draw',
    drawnBy: null,
    drawnRevision: 1,
    lines: entries.map((entry, index) => ({ entry, enteredAt: `at ${index}`, enteredBy: null })),
  };
  return asBracket(drawn, NOBODY);
};

describe('a player’s present name', () => {
  const entrant = { rsvpId: 'r', userId: 'u', name: 'Alex' };
  const named = (rsvp: string | null, user: string | null) =>
    presentName(entrant, {
      rsvps: new Map(rsvp === null ? [] : [['r', rsvp]]),
      users: new Map(user === null ? [] : [['u', user]]),
    });

  it.each([
    ['is that at the door', 'Alex', 'Alex', 'Alex'],
    ['is spelt as at the door while the account is called the same', 'Alex', 'ALEX', 'Alex'],
    ['follows the account', 'Alex', 'Alexandra', 'Alexandra'],
    ['outlives the account', 'Alex', null, 'Alex'],
    ['outlives the place', null, 'ALEX', 'Alex'],
    ['outlives both', null, null, 'Alex'],
  ])('%s', (_, rsvp, user, shown) => {
    expect(named(rsvp, user)).toBe(shown);
  });

  it('is that at the door for who has no account, whoever took the name since', () => {
    const known = { rsvps: new Map([['r', 'Alex']]), users: new Map([['u', 'Sam']]) };
    expect(presentName({ ...entrant, userId: null }, known)).toBe('Alex');
  });
});

it('is sent with whose players they are, how it was decided, and since when a match can be played', () => {
  const told = (...entries: Entry[]) =>
    sentMatches(after(...entries)).map(({ id, player2, status, reason, readySince }) => [
      id,
      player2?.rsvpId ?? null,
      status,
      reason,
      readySince,
    ]);
  expect(told()).toEqual([
    ['e_W1-1', null, 'bye', null, null],
    ['e_W1-2', 'r3', 'ready', null, 'at the draw'],
    ['e_W2-1', null, 'waiting', null, null],
  ]);
  expect(told({ kind: 'forfeit', match: 'W1-2', player: 1 }, win('W1-2', 1), win('W1-2', 2))).toEqual([
    ['e_W1-1', null, 'bye', null, null],
    ['e_W1-2', 'r3', 'done', 'score', null],
    ['e_W2-1', 'r3', 'ready', null, 'at 2'],
  ]);
});

it('has results only while one stands', () => {
  expect(hasResults(after())).toBe(false);
  expect(hasResults(after(win('W1-2', 1)))).toBe(true);
  expect(hasResults(after(win('W1-2', 1), { kind: 'undo' }))).toBe(false);
  expect(hasResults(after(win('W1-2', 1), { kind: 'clear', match: 'W1-2' }))).toBe(false);
});
