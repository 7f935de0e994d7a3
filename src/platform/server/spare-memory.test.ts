import { expect, it } from 'vitest';
import { collectGarbage, isWorthAPause, spareMemoryCheck } from './spare-memory.ts';

const MB = 1024 * 1024;
it('waits until the program is idle', () => {
  const grown = [300 * MB, 150 * MB] as const;
  expect([0, 0.19, 0.2, 1].map((utilization) => isWorthAPause(...grown, utilization))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

it('skips a process that has hardly grown since the last collection', () => {
  expect([0, 96, 97].map((megabytes) => isWorthAPause((150 + megabytes) * MB, 150 * MB, 0))).toEqual([
    false,
    false,
    true,
  ]);
});

it('collects unreachable objects', async () => {
  const lost = new WeakRef({});
  await collectGarbage();
  expect(lost.deref()).toBeUndefined();
});

it('measures growth from the smallest size, and after a collection from the size then', async () => {
  const sizes = [300, 150, 245, 247, 240, 330, 337, 235];
  let collections = 0;
  const check = spareMemoryCheck({
    resident: () => (sizes.shift() ?? 0) * MB,
    utilization: () => 0,
    async collect() {
      collections += 1;
    },
  });
  const after: number[] = [];
  while (sizes.length > 0) {
    await check();
    after.push(collections);
  }
  expect(after).toEqual([0, 0, 1, 1, 2]);
});
