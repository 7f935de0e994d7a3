import { expect, it } from 'vitest';
import { takingTurns } from './turns.ts';

it('one after the other at the same thing, each told whether one before succeeded since it arrived', async () => {
  const turns = takingTurns();
  const log: string[] = [];
  const slow = Promise.withResolvers<string>();
  const take = (thing: string, name: string, end: () => Promise<string>) =>
    turns(thing, performance.now(), async (second) => {
      log.push(`${name} ${second ? 'second' : 'first'}`);
      return end();
    });
  const refuse = () => Promise.reject(new Error('no'));
  const ends = Promise.allSettled([
    take('a', 'one', refuse),
    take('a', 'two', () => slow.promise),
    take('a', 'three', refuse),
    take('a', 'four', async () => 'four'),
    take('b', 'other', async () => 'other'),
  ]);
  await take('b', 'next', async () => '');
  expect(log.toSorted()).toEqual(['next second', 'one first', 'other first', 'two first']);
  slow.resolve('two');
  expect((await ends).map((end) => (end.status === 'fulfilled' ? end.value : 'refused'))).toEqual([
    'refused',
    'two',
    'refused',
    'four',
    'other',
  ]);
  expect(log.slice(4)).toEqual(['three second', 'four second']);
});

it('who arrived before another was through is second, however late it begins; who comes afterwards is not', async () => {
  const turns = takingTurns();
  const arrived = performance.now();
  const told = async (second: boolean) => second;
  expect(await turns('a', arrived, told)).toBe(false);
  expect(await turns('a', arrived, told)).toBe(true);
  expect(await turns('a', performance.now(), told)).toBe(false);
});

it('until its success is answered, whoever arrives is second', async () => {
  const turns = takingTurns(40);
  const { promise: done, resolve } = Promise.withResolvers<void>();
  const first = turns('a', performance.now(), async () => resolve());
  await done;
  const told = async (second: boolean) => second;
  expect(await turns('a', performance.now(), told)).toBe(true);
  await first;
});

it('the same without holding back: whoever comes just after is taken for somebody who knows', async () => {
  const turns = takingTurns(0);
  await turns('a', performance.now(), async () => null);
  expect(await turns('a', performance.now(), async (second) => second)).toBe(false);
});
