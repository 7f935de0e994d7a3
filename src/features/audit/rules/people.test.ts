import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isAbout, person, putNames, takeNames } from './people.ts';

const alex = person('u-1', 'Alex', 'v-1');
const bo = person('u-2', 'Bo', null);

it('keeps numbers in the sides, and each person once', () => {
  const before = { title: 'Cup', players: [bo, alex] };
  expect(takeNames({ who: alex, before, after: { winner: bo, score: 3 } })).toEqual({
    before: '{"title":"Cup","players":[{"person":1},{"person":0}]}',
    after: '{"winner":{"person":1},"score":3}',
    people: [
      { id: 'u-1', name: 'Alex', visitorId: 'v-1', position: 0 },
      { id: 'u-2', name: 'Bo', visitorId: null, position: 1 },
    ],
  });
});

it('gives number 0 only to the person of the subject', () => {
  const renamed = person('u-1', 'Lex', 'v-1');
  const { people } = takeNames({ who: null, before: { name: alex }, after: { name: renamed } });
  expect(people.map(({ name, position }) => [name, position])).toEqual([
    ['Alex', 1],
    ['Lex', 2],
  ]);
});

it('puts names where the numbers are, and the first before the subject', () => {
  const texts = { subject: 'Cup', before: null, after: '{"winner":{"person":1},"players":[{"person":0}],"score":1}' };
  const names = new Map([
    [0, 'Alex'],
    [1, 'Former player'],
  ]);
  const after = { winner: 'Former player', players: ['Alex'], score: 1 };
  expect(putNames(texts, names)).toEqual({ subject: 'Alex at Cup', before: null, after });
  expect(putNames({ ...texts, subject: '' }, names).subject).toBe('Alex');
  expect(putNames({ ...texts, after: null }, new Map()).subject).toBe('Cup');
});

it('changes nothing in an entry without people', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const after = JSON.stringify(value);
      expect(putNames({ subject: '', before: null, after }, new Map()).after).toEqual(JSON.parse(after));
    }),
  );
});

it('finds a person by a part of the name, in the subject, in both sides and as who made it', () => {
  const names = new Map([[1, 'Bo Lund']]);
  const entry = { subject: 'Zoë at Cup', byName: 'Mira' };
  const found = ['zoe', 'LUND', 'Robin', undefined, 'mir'].map((part) => isAbout(part, entry, names));
  expect(found).toEqual([true, true, false, true, true]);
});
