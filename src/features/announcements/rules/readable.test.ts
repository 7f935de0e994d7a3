import { expect, it } from 'vitest';
import { initials } from './readable.ts';

it.each([
  ['Priya', 'PR'],
  ['élan', 'ÉL'],
  ['J. Doe', 'JD'],
  ['x', 'X'],
  ['日本語', '日本'],
  ['🎲🎲🎲', '🎲🎲'],
  ['', ''],
])('of %s are %s', (name, letters) => expect(initials(name)).toBe(letters));
