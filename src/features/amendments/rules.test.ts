import { expect, it } from 'vitest';
import { consequence, effectWords, sentence, undoneSentence } from './rules.ts';

const TITLE = 'Catan Open';
const removed = { kind: 'removed', playerName: 'Mickey Mouse', became: null } as const;
const moved = { kind: 'moved', playerName: 'Mickey Mouse', became: 'Chess' } as const;
const renamed = { kind: 'renamed', playerName: 'Mickey Mouse', became: 'Michael' } as const;

it.each([
  [removed, 'Mickey Mouse removed from Catan Open', 'Removed'],
  [moved, 'Mickey Mouse moved to Chess', 'Moved to Chess'],
  [renamed, 'Mickey Mouse is now Michael', 'Is now Michael'],
])('says what was done: %#', (amendment, whole, short) => {
  expect([sentence(amendment, TITLE), effectWords(amendment)]).toEqual([whole, short]);
});

it.each([
  [{ promoted: null, forfeited: 0 }, undefined],
  [{ promoted: 'Cy', forfeited: 0 }, 'Cy has the place now, from the waiting list.'],
  [{ promoted: null, forfeited: 1 }, '1 match is forfeited.'],
  [{ promoted: null, forfeited: 2 }, '2 matches are forfeited.'],
])('says what else happened: %#', (facts, words) => {
  expect(consequence(facts)).toBe(words);
});

it('says where somebody is after an undo', () => {
  const undone = { playerName: 'Mickey Mouse', eventTitle: TITLE };
  expect(undoneSentence(removed, { ...undone, outcome: 'place' })).toBe('Mickey Mouse is back in Catan Open.');
  expect(undoneSentence(renamed, { ...undone, outcome: 'place' })).toBe('The name is Mickey Mouse again.');
  expect(undoneSentence(moved, { ...undone, outcome: 'waiting' })).toBe(
    'The place has been taken: Mickey Mouse is first on the waiting list of Catan Open.',
  );
});
