import { expect, it } from 'vitest';
import type { ArchivedEvent } from '#features/events/contract.ts';
import { win } from '#testing/bracket.ts';
import { aFestivalFile, anEvent } from '#testing/factories.ts';
import { checkBrackets } from './file.ts';
import type { ArchivedBracket as Bracket } from './stored.ts';

const NOW = '2025-11-14T17:00:00.000Z';
const event = (id: string): ArchivedEvent => ({
  ...anEvent({ tournamentType: 'single-elimination' }),
  ...{ id, status: 'in-progress', lateMinutes: 0, codeGeneration: 1, tables: [], callsByItself: false },
});
const bracket = (said: Partial<Bracket> = {}): Bracket => ({
  eventId: 'e',
  drawId: 'd',
  entrants: ['Priya', 'Marcus', 'Lena'].map((name) => ({ rsvpId: name, userId: null, name })),
  options: { tournamentType: 'single-elimination', thirdPlace: false },
  drawnAt: NOW,
  lines: [],
  ...said,
});
const lines = (...entries: Bracket['lines'][number]['entry'][]) => entries.map((entry) => ({ entry, enteredAt: NOW }));
const told = (...brackets: Bracket[]) =>
  checkBrackets(aFestivalFile({ events: [event('e'), event('f')], brackets }))?.body ?? null;

it('accepts brackets of the file’s own tournaments, also with corrections', () => {
  const corrected = lines(win('W1-2', 1), win('W2-1', 1), win('W1-2', 2), { kind: 'undo' }, win('W2-1', 2));
  expect(told(bracket({ lines: corrected }), bracket({ eventId: 'f', drawId: 'other' }))).toBeNull();
});

const TWO = 'The file holds two brackets of one event, or a bracket of an event that is not in it';
const UNPLAYABLE = 'The bracket of Catan Open has results that could not be entered.';
it.each<[string, Bracket[], string]>([
  ['no event', [bracket({ eventId: 'g' })], `${TWO}: g.`],
  ['one event, twice', [bracket(), bracket({ drawId: 'other' })], `${TWO}: e.`],
  ['one draw, twice', [bracket(), bracket({ eventId: 'f' })], 'The file holds the same draw twice.'],
  [
    'another kind',
    [bracket({ options: { tournamentType: 'double-elimination', thirdPlace: false } })],
    'The bracket of Catan Open has another tournament type than the event.',
  ],
  ['results that could not be entered', [bracket({ lines: lines(win('W2-1', 1)) })], UNPLAYABLE],
  ['an undo of nothing', [bracket({ lines: lines({ kind: 'undo' }) })], UNPLAYABLE],
])('refuses a bracket of %s', (_, brackets, message) => {
  expect(told(...brackets)).toEqual({ code: 'BAD_INPUT', message, field: 'brackets' });
});
