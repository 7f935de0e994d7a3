import { expect, it } from 'vitest';
import { withoutNames } from './replace-names.ts';

it.each([
  ['Beat Al, also Ann', ['Al'], 'Beat somebody, also Ann'],
  ['ROSA cheated', ['Rosa'], 'somebody cheated'],
  ['against Zoë Müller', ['Zoë', 'Zoë Müller'], 'against somebody'],
  ['a+b (c)', ['a+b (c)'], 'somebody'],
  ['Rosalind', ['Rosa'], 'Rosalind'],
  ['X won', ['X'], 'X won'],
])('takes names out of "%s" as whole words', (text, names, left) => expect(withoutNames(text, names)).toBe(left));
