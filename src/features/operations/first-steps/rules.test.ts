import { describe, expect, it } from 'vitest';
import { firstSteps, hasBegun, isLoopback, type Known } from './rules.ts';

const EMPTY: Known = { settled: [], hasOwnPassword: false, isEdited: false, hasEvents: false, publicUrl: null };
const statesOf = (said: Partial<Known>) =>
  Object.fromEntries(firstSteps({ ...EMPTY, ...said }).map(({ step, state }) => [step, state]));

it('first steps are all open on an empty festival', () => {
  expect(statesOf({})).toEqual({
    password: 'open',
    facts: 'open',
    programme: 'open',
    address: 'open',
    poster: 'open',
  });
});

it('first steps are done as far as the data shows', () => {
  expect(
    statesOf({ hasOwnPassword: true, isEdited: true, hasEvents: true, publicUrl: 'https://games.example.org' }),
  ).toEqual({ password: 'done', facts: 'done', programme: 'done', address: 'done', poster: 'open' });
});

it('first steps are what an organiser said, and done when the data shows more', () => {
  const settled = [
    { step: 'programme', as: 'skipped' },
    { step: 'poster', as: 'done' },
  ] as const;
  expect(statesOf({ settled })).toMatchObject({ programme: 'skipped', poster: 'done', facts: 'open' });
  expect(statesOf({ settled, hasEvents: true }).programme).toBe('done');
});

describe('a festival', () => {
  const upcoming = { status: 'upcoming' };
  it.each([
    ['there is no event', [], false],
    ['all events are to come', [upcoming], false],
    ['an event goes on', [upcoming, { status: 'in-progress' }], true],
    ['an event is over', [upcoming, { status: 'completed' }], true],
  ])('has begun or not when %s', (_, events, begun) => {
    expect(hasBegun(events)).toBe(begun);
  });
});

it.each([
  ['http://localhost:3000', true],
  ['http://127.0.0.1:3000', true],
  ['http://[::1]:3000', true],
  ['http://192.168.1.20:3000', false],
  ['https://localhost.example.org', false],
])('tells whether only this machine opens %s', (origin, loopback) => {
  expect(isLoopback(origin)).toBe(loopback);
});
