import { expect, it } from 'vitest';
import { shownMatches } from '#testing/shown-bracket.ts';
import type { Match } from '../contract.ts';
import type { Entry, Outcome } from '../engine/state.ts';
import type { Line, StoredBracket } from './bracket.ts';
import { stateOf } from './bracket.ts';
import { changedBy, lastIsAnother, standsAlready, whyNotChangeSince, whyNotDrawSince } from './meanwhile.ts';

const final = (...entries: Entry[]) => {
  const [match] = shownMatches(['Priya', 'Marcus'], entries, { tournamentType: 'single-elimination' });
  if (match === undefined) throw new Error('no match');
  return match;
};
const ready = final();
const done = final({ kind: 'score', match: 'W1-1', scores: [3, 1] });
const forfeited = final({ kind: 'forfeit', match: 'W1-1', player: 1 });
const score = (...scores: [number, number]): Outcome => ({ kind: 'score', scores });
const STALE = { title: 'Final', isCurrent: false, samePlayers: true, by: null };
const aLine = (name: string | null): Line => ({
  ...{ entry: { kind: 'undo' }, enteredAt: '' },
  enteredBy: name === null ? null : { sessionId: 's', name },
});
const DRAWN: StoredBracket = {
  ...{ eventId: 'e', drawId: 'd', options: { tournamentType: 'single-elimination' } },
  ...{ entrants: ['r1', 'r2'].map((id) => ({ id, userId: null, name: '' })) },
  ...{ drawnAt: '', drawnBy: null, drawnRevision: 5, lines: [] },
};
const changed = (now: string) => ({
  code: 'CHANGED_MEANWHILE',
  message: `Another organiser has just changed this match. Final now: ${now}`,
});

it('whyNotChangeSince allows any result and clearing when the organiser saw the present revision', () => {
  for (const outcome of [score(2, 0), null]) {
    expect(whyNotChangeSince({ ...STALE, isCurrent: true, present: done, outcome })).toBeNull();
  }
});

it('whyNotChangeSince allows a stale request to enter the present result again, for the same players only', () => {
  expect(whyNotChangeSince({ ...STALE, present: done, outcome: score(3, 1) })).toBeNull();
  expect(whyNotChangeSince({ ...STALE, present: forfeited, outcome: { kind: 'forfeit', player: 1 } })).toBeNull();
  expect(whyNotChangeSince({ ...STALE, samePlayers: false, present: done, outcome: score(3, 1) })?.body).toEqual(
    changed('Priya 3, Marcus 1.'),
  );
});

it('whyNotChangeSince keeps names from right to left apart from the scores', () => {
  const present = {
    ...done,
    player1: { id: 'r1', name: 'אבי', seed: 1 },
    player2: { id: 'r2', name: 'דנה 2', seed: 2 },
  };
  expect(whyNotChangeSince({ ...STALE, present, outcome: null })?.body).toEqual(
    changed('\u2068אבי\u2069 3, \u2068דנה 2\u2069 1.'),
  );
});

it.each<[string, Match, Outcome | null, string]>([
  ['a result', done, score(3, 2), 'Priya 3, Marcus 1.'],
  ['a result, before clearing it', done, null, 'Priya 3, Marcus 1.'],
  ['a forfeit', forfeited, score(3, 1), 'Marcus advances without playing.'],
  ['nobody left', { ...forfeited, winner: null }, score(3, 1), 'Nobody advances.'],
  ['a result that was cleared', ready, score(3, 1), 'Priya and Marcus are to play it.'],
  [
    'a player less',
    { ...ready, player2: null, status: 'waiting' },
    score(3, 1),
    'It is still waiting for its players.',
  ],
])('whyNotChangeSince refuses a stale request and names the present result: %s', (_, present, outcome, now) => {
  expect(whyNotChangeSince({ ...STALE, present, outcome })?.body).toEqual(changed(now));
});

it('names the last result to an organiser whose undo is stale', () => {
  const message = 'The last result is another one now. Final: Priya 3, Marcus 1.';
  const said = (entry: Entry, name: string | null) =>
    lastIsAnother({ ...DRAWN, lines: [aLine(null), { ...aLine(name), entry }] }, 'Final', done).body.message;
  expect(lastIsAnother({ ...DRAWN, lines: [aLine(null)] }, 'Final', done).body).toEqual({
    code: 'CHANGED_MEANWHILE',
    message,
  });
  expect(said({ kind: 'undo' }, 'Mira')).toBe(`Mira took back a result. ${message}`);
  expect(said({ kind: 'clear', match: 'W1-1' }, 'Mira')).toBe(`Mira entered another result. ${message}`);
});

it('names who changed a match last, or drew it', () => {
  const bracket = { ...DRAWN, drawnBy: { sessionId: 's', name: 'Sam' }, lines: [aLine('Mira'), aLine(null)] };
  expect([5, 6, 7].map((revision) => changedBy(bracket, revision))).toEqual(['Sam', 'Mira', null]);
  const stale = { ...STALE, by: 'Mira', present: done, outcome: null };
  expect(whyNotChangeSince(stale)?.body.message).toMatch(/^Mira has just changed this match\. /);
  expect(whyNotDrawSince({ ...bracket, state: stateOf(bracket) }, 4)?.body.message).toMatch(
    /^This bracket has just been drawn by Sam, for 2 players\./,
  );
});

it.each([
  [4, 'This bracket has just been drawn, for 2 players. Look at it before you draw again.'],
  [6, 'A result of this bracket has just been changed. Look at it before you draw again.'],
])('refuses a draw by an organiser who saw revision %i of a bracket drawn at 5', (seen, message) => {
  const won = (winner: 1 | 2): Line => ({ ...aLine(null), entry: { kind: 'winner', match: 'W1-1', winner } });
  const lines = [won(1), won(2)];
  const drawn = { ...DRAWN, lines, state: stateOf({ ...DRAWN, lines }) };
  expect(whyNotDrawSince(drawn, seen)?.body).toEqual({ code: 'CHANGED_MEANWHILE', message });
  expect([whyNotDrawSince(drawn, 7), whyNotDrawSince(drawn, undefined)]).toEqual([null, null]);
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
])('standsAlready compares result and reason (%#)', (match, outcome, already) => {
  expect(standsAlready(match, outcome)).toBe(already);
});
