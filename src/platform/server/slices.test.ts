import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { inSlices, pauses } from './slices.ts';

/** Holds the event loop, as work does. */
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

it('lets others run once a slice is used up, and gives the result of the work', async () => {
  let result = 0;
  const turns = await turnsDuring(async () => {
    result = await inSlices(steps(12, 5));
  });
  expect(result).toBe(12);
  // Sixty milliseconds are six slices of ten; on a busy machine more.
  expect(turns).toBeGreaterThanOrEqual(4);
});

it('goes on at once within a slice', async () => {
  const rest = pauses();
  expect(rest()).toBeUndefined();
  work(11);
  expect(rest()).toBeInstanceOf(Promise);
});

it('passes on what the work throws', async () => {
  // biome-ignore lint/correctness/useYield: it fails before it could
  function* failing(): Generator<void, number, void> {
    throw new Error('no');
  }
  await expect(inSlices(failing())).rejects.toThrow('no');
});
