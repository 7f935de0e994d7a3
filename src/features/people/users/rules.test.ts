import { randomUUIDv7 } from 'node:crypto';
import { expect, it } from 'vitest';
import { nameTaken, shortId, userIdFrom, whyNotCreateAccount, withName } from './rules.ts';

it('a device may have six accounts', () => {
  expect([0, 5].map(whyNotCreateAccount)).toEqual([null, null]);
  expect([6, 7].map((count) => whyNotCreateAccount(count)?.body)).toEqual(
    Array(2).fill({
      code: 'TOO_MANY_HERE',
      message: 'You already have 6 accounts, which is the most. Ask an organiser to add another.',
    }),
  );
});

it('a taken name is shown as it was typed', () => {
  expect(nameTaken('Älex').body).toEqual({
    code: 'NAME_TAKEN',
    message: 'Someone is already called Älex. Add an initial.',
    field: 'name',
  });
});

it('a search over 500 code units finds nobody, an empty one everybody', () => {
  const list = [{ name: 'x'.repeat(500) }, { name: 'Alex' }];
  const found = (q: string) => withName(list, q).length;
  expect(withName(list, ' ')).toBe(list);
  expect([found(''), found('x'.repeat(500)), found('x'.repeat(501))]).toEqual([2, 1, 0]);
});

it('a search finds words in any order, also within joined names', () => {
  const list = [{ name: 'Robin de la Test' }, { name: 'Zoë O’Brien' }, { name: 'Team 11' }];
  const found = (q: string) => withName(list, q).map(({ name }) => name);
  expect(['test robin', 'zoeobrien', "O'BRIEN zoe", '1-1', '...'].map(found)).toEqual([
    ['Robin de la Test'],
    ['Zoë O’Brien'],
    ['Zoë O’Brien'],
    [],
    ['Robin de la Test', 'Zoë O’Brien', 'Team 11'],
  ]);
});

it('gives users of one upload ids that differ in what screens show', () => {
  const ids = Array.from({ length: 100 }, () => userIdFrom(randomUUIDv7()));
  expect(new Set(ids.map(shortId)).size).toBe(100);
});
