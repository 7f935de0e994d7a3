import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTypoOf, type Searched, searchIn } from './filters.ts';

const event = (said: Partial<Searched> = {}): Searched => ({
  title: 'Catan Championship',
  location: 'Ballroom A',
  host: 'Zoë Lindqvist',
  description: 'Trade, build, betray. Beginners welcome.',
  ...said,
});

const finds = (typed: string, said: Partial<Searched> = {}) => {
  const one = event(said);
  return searchIn([one], typed)(one);
};

it.each([
  ['', true],
  ['  CATAN ', true],
  ['ballroom', true],
  ['zoe', true],
  ['ZOË', true],
  ['betray', true],
  ['champ', true],
  ['lindqvist catan', true],
  ['“Catan”', true],
  ['catan mario', false],
  ['mario', false],
  ['e', true],
])('the search of the programme for "%s" finds a title, place, host or description: %s', (typed, found) => {
  expect(finds(typed)).toBe(found);
});

it('the search of the programme ignores accents and strokes on both sides', () => {
  expect(finds('Smørrebrød', { description: 'smorrebrod for all' })).toBe(true);
  expect(finds('smorrebrod', { description: 'SMØRREBRØD for all' })).toBe(true);
});

it('the search of the programme folds letters and apostrophes on both sides, also for a typo', () => {
  expect(finds("Thor's", { description: 'Þór’s hammer' })).toBe(true);
  expect(finds('þorrablod', { description: 'Thorrablot' })).toBe(true);
});

it.each([
  ['chmpionship', true],
  ['championsship', true],
  ['championhsip', true],
  ['chapmionship', true],
  ['championsjip', true],
  ['shampio', true],
  ['chimpianship', false],
  ['catam', true],
  ['cayan', true],
  ['ctn', false],
  ['ballrom a', true],
  ['xcatan', true],
  ['xcotan', false],
])('the search of the programme forgives one typo in five letters or more: "%s" is found: %s', (typed, found) => {
  expect(finds(typed)).toBe(found);
});

it('the search of the programme takes a word as typed when any event contains it', () => {
  const chess = event({ title: 'Chess before coffee' });
  const cheese = event({ title: 'Cheese tasting' });
  const test = searchIn([chess, cheese], 'chess');
  expect([test(chess), test(cheese)]).toEqual([true, false]);
  expect(searchIn([cheese], 'chess')(cheese)).toBe(true);
});

it('the search of the programme finds nothing for a text over 500 code units', () => {
  const title = 'x'.repeat(600);
  expect([finds('x'.repeat(500), { title }), finds('x'.repeat(501), { title })]).toEqual([true, false]);
});

it('the search of the programme reads a changed event again', () => {
  const before = event({ title: 'Old name' });
  expect(searchIn([before], 'old')(before)).toBe(true);
  const after = { ...before, title: 'New name' };
  expect(searchIn([after], 'old')(after)).toBe(false);
});

describe('a typo', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abcde'), minLength: 5, maxLength: 9 });
  const letter = fc.constantFrom(...'abcdefg');
  const place = fc.nat({ max: 4 });

  it('is one letter too few, too many, wrong or swapped', () => {
    fc.assert(
      fc.property(word, letter, place, (right, other, at) => {
        const [head, tail] = [right.slice(0, at), right.slice(at)];
        const typos = [
          head + tail.slice(1),
          head + other + tail,
          head + other + tail.slice(1),
          head + (tail[1] ?? '') + (tail[0] ?? '') + tail.slice(2),
        ];
        for (const typed of typos) expect(isTypoOf(typed, right), typed).toBe(true);
      }),
    );
  });

  it('is not two of these', () => {
    expect(isTypoOf('xabcyefg', 'abcdefg')).toBe(false);
    expect(isTypoOf('bacdfe', 'abcdefgh')).toBe(false);
  });
});
