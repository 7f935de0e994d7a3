import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { inSteps, pauses } from './steps.ts';

/** Blocks the event loop. */
const work = (ms: number) => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};

async function turnsDuring(act: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let over = false;
  const counting = (async () => {
    while (!over) {
      await nextTurn();
      turns += 1;
    }
  })();
  await act();
  over = true;
  await counting;
  return turns;
}

function* steps(count: number, ms: number) {
  for (let step = 0; step < count; step += 1) {
    work(ms);
    yield;
  }
  return count;
}

it('lets others run when the time of a turn is used up, and returns the result', async () => {
  let result = 0;
  const turns = await turnsDuring(async () => {
    result = await inSteps(steps(12, 5));
  });
  expect(result).toBe(12);
  // 60 ms are six turns of 10 ms; more on a busy machine.
  expect(turns).toBeGreaterThanOrEqual(4);
});

it('continues without a pause within a turn', async () => {
  const rest = pauses();
  expect(rest()).toBeUndefined();
  work(11);
  expect(rest()).toBeInstanceOf(Promise);
});

it('rejects with the error of the work', async () => {
  // biome-ignore lint/correctness/useYield: it throws before it could
  function* failing(): Generator<void, number, void> {
    throw new Error('no');
  }
  await expect(inSteps(failing())).rejects.toThrow('no');
});
