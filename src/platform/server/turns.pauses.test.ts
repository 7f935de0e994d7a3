import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { pauses } from './turns.ts';

/** Blocks the event loop. */
const work = (ms: number) => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};

it('lets others run when the time of a turn is used up', async () => {
  let [turns, over] = [0, false];
  const counting = (async () => {
    for (; !over; turns += 1) await nextTurn();
  })();
  const rest = pauses();
  for (let step = 0; step < 12; step += 1) {
    work(5);
    await rest();
  }
  over = true;
  await counting;
  // 60 ms are six turns of 10 ms; more on a busy machine.
  expect(turns).toBeGreaterThanOrEqual(4);
});

it('continues without a pause within a turn', () => {
  const rest = pauses();
  expect(rest()).toBeUndefined();
  work(11);
  expect(rest()).toBeInstanceOf(Promise);
});
