import { expect, it } from 'vitest';
import { collectGarbage, isWorthAPause } from './spare-memory.ts';

const MB = 1024 * 1024;
const grown = { heapTotal: 120 * MB, heapUsed: 40 * MB };

it('waits until the program is idle', () => {
  expect([0, 0.19, 0.2, 1].map((utilization) => isWorthAPause(grown, utilization))).toEqual([true, true, false, false]);
});

it('skips a heap that is in use', () => {
  const spare = (megabytes: number) => ({ heapTotal: (40 + megabytes) * MB, heapUsed: 40 * MB });
  expect([0, 48, 49].map((megabytes) => isWorthAPause(spare(megabytes), 0))).toEqual([false, false, true]);
});

it('collects unreachable objects', async () => {
  const lost = new WeakRef({});
  await collectGarbage();
  expect(lost.deref()).toBeUndefined();
});
