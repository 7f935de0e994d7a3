import { expect, it } from 'vitest';
import { asForgotten, withoutNames } from './forgotten.ts';

const AT = '2025-11-14T17:00:00.000Z';

const without = (names: readonly string[], since = AT) =>
  withoutNames(
    'secret',
    names.map((name) => asForgotten('secret', name, since)).filter((one) => one !== null),
  );

it.each([
  ['Beat Al, also Ann', ['Al'], 'Beat Former player, also Ann'],
  ['ROSA cheated', ['Rosa'], 'Former player cheated'],
  ['against Zoë Müller', ['Zoë', 'Zoë Müller'], 'against Former player'],
  ['a+b (c)', ['a+b (c)'], 'Former player)'],
  ['Rosa-Quill, Rosa Quill', ['Rosa Quill'], 'Former player, Former player'],
  ['Rosalind', ['Rosa'], 'Rosalind'],
  ['X won', ['X'], 'X won'],
])('takes names out of "%s" as whole words', (text, names, left) => expect(without(names)(text, AT)).toBe(left));

it('leaves a text that was written before anybody had the name', () => {
  const since = '2025-11-14T17:00:00.001Z';
  expect(without(['Won'], since)('Won Azul', AT)).toBe('Won Azul');
});
