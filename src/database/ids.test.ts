import { randomUUIDv7 } from 'node:crypto';
import { expect, it } from 'vitest';
import { idsFrom } from './ids.ts';

it('sorts before ids made from now on and after ids made minutes ago', () => {
  const now = new Date();
  const id = randomUUIDv7();
  expect(idsFrom(now) < id).toBe(true);
  expect(idsFrom(new Date(now.getTime() + 5 * 60_000)) > id).toBe(true);
  expect(idsFrom(new Date(0)) < id).toBe(true);
});
