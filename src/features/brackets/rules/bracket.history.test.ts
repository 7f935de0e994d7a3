import { expect, it } from 'vitest';
import type { Entry } from '../engine/state.ts';
import { type Author, entryWords, historyOf } from './bracket.ts';

const score = (match: string, ...scores: [number, number]): Entry => ({ kind: 'score', match, scores });

/** Entries by Mira, in the order of minutes. */
const told = (match: string, ...entries: Entry[]) =>
  toldOf(match, entries, { sessionId: 'desk 00c0ffee', name: 'Mira' });

const toldOf = (match: string, entries: readonly Entry[], by: Author) =>
  historyOf(
    {
      entrants: [
        { id: 'r-rosa', name: 'Rosa' },
        { id: 'r-wanda', name: 'Wanda' },
      ],
      ...{ drawnAt: 'at the draw', drawnBy: { sessionId: 'session d2d5661d', name: null } },
      lines: entries.map((entry, minute) => ({ entry, enteredAt: `at ${minute}`, enteredBy: by })),
    },
    match,
  ).map((entry) => `${entryWords(entry)}, ${entry.at}`);

const DRAWN = 'Bracket drawn by an organiser, at the draw';

it('tells who drew a match that has no result', () => {
  expect(told('W1-1', score('W1-2', 1, 0))).toEqual([DRAWN]);
});

it('tells who entered, cleared and took back what, newest first', () => {
  const entries = [score('W1-1', 3, 1), { kind: 'clear', match: 'W1-1' }, { kind: 'undo' }] as const;
  expect(told('W1-1', ...entries, { kind: 'forfeit', match: 'W1-1', player: 1 })).toEqual([
    'Forfeit entered by Mira, at 3',
    'Taken back by Mira, at 2',
    'Result cleared by Mira, at 1',
    '3 : 1 entered by Mira, at 0',
    DRAWN,
  ]);
});

it('gives an undo to the match whose entry it took back, also when another undo came before', () => {
  const entries = [score('W1-1', 3, 1), score('W1-2', 2, 0), { kind: 'undo' }, { kind: 'undo' }] as const;
  expect(told('W1-1', ...entries)).toEqual(['Taken back by Mira, at 3', '3 : 1 entered by Mira, at 0', DRAWN]);
  expect(told('W1-2', ...entries)).toEqual(['Taken back by Mira, at 2', '2 : 0 entered by Mira, at 1', DRAWN]);
});

it('names nobody where it is not known', () => {
  const entry = { what: 'disqualification', scores: null, at: '', by: null, session: null } as const;
  expect(entryWords(entry)).toBe('Disqualified');
});

it('names the players who agreed on a result as they are called now', () => {
  const by = { sessionId: null, name: null, agreed: ['r-wanda', 'r-rosa'] } as const;
  expect(toldOf('W1-1', [score('W1-1', 3, 1)], by)).toEqual(['3 : 1 entered by Rosa and Wanda, at 0', DRAWN]);
});
