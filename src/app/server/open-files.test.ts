import { expect, it } from 'vitest';
import { openFilesLimit } from './open-files.ts';

const LIMITS = `Limit                     Soft Limit           Hard Limit           Units
Max processes             63190                63190                processes
Max open files            4096                 524288               files
`;

it('reads the soft limit of Linux', async () => {
  expect(await openFilesLimit(async () => LIMITS)).toBe(4096);
});

it.each([
  ['the file is missing', () => Promise.reject(new Error('ENOENT'))],
  ['there is no limit', async () => LIMITS.replace('4096     ', 'unlimited')],
])('is unknown when %s', async (_, read) => {
  expect(await openFilesLimit(read)).toBeNull();
});
