import { expect, it } from 'vitest';
import { atFirstUse } from './turns.ts';

it('makes it once, and again only after a failure', async () => {
  let tries = 0;
  const use = atFirstUse(async () => {
    tries += 1;
    if (tries === 1) throw new Error('too many open files');
    return tries;
  });
  await expect(use()).rejects.toThrow('too many open files');
  expect(await Promise.all([use(), use()])).toEqual([2, 2]);
  expect(await use()).toBe(2);
});
