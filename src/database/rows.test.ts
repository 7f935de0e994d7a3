import { randomUUIDv7 } from 'node:crypto';
import { expect, it } from 'vitest';
import { HOUR, MINUTE } from '#platform/durations.ts';
import { idsFrom, laterId } from './rows.ts';

it('sorts before ids made from now on and after ids made minutes ago', () => {
  const now = new Date();
  const id = randomUUIDv7();
  expect(idsFrom(now) < id).toBe(true);
  expect(idsFrom(new Date(now.getTime() + 5 * MINUTE)) > id).toBe(true);
  expect(idsFrom(new Date(0)) < id).toBe(true);
});

it('moves an id to a later time, and changes nothing else of it', () => {
  const id = '01936f2e-5c00-7abc-8def-0123456789ab';
  expect(laterId(id, 0)).toBe(id);
  const moved = laterId(id, HOUR);
  expect(moved).toBe('01936f65-4a80-7abc-8def-0123456789ab');
  const now = Date.now();
  const later = laterId(randomUUIDv7(), HOUR);
  expect(idsFrom(new Date(now + HOUR)) < later).toBe(true);
  expect(idsFrom(new Date(now + HOUR + 5 * MINUTE)) > later).toBe(true);
});
