import { expect, it } from 'vitest';
import { wholeOr } from './event-form.ts';

it('falls back when no number was typed', () => {
  expect(['', 'soon', '45', '90 min'].map((typed) => wholeOr(typed, 60))).toEqual([60, 60, 45, 90]);
});
