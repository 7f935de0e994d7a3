import { setImmediate as turn } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { aCache } from '#testing/cache.ts';
import type { Enter, Recipe } from './cache.ts';

const headers = { 'content-type': 'text/plain' };
const makerOf = (text: string) => async () => ({ body: text, headers });
const recipe = (key: string, topics: readonly string[] = [], make: Recipe['make'] = makerOf('x')) => ({
  key,
  topics,
  make,
});
const textOf = async (entry: { in(encoding: 'identity'): unknown } | null): Promise<string | null> =>
  entry === null ? null : String(((await entry.in('identity')) as { bytes: Buffer }).bytes);

it('the answer cache keeps an entry until one of its topics is touched', async () => {
  const cache = aCache();
  expect(cache.get(recipe('list'))).toBeNull();
  await cache.fresh(recipe('list', ['events'], makerOf('one')));
  cache.touched(['users']);
  expect(await textOf(cache.get(recipe('list')))).toBe('one');
  cache.touched(['users', 'events']);
  expect(cache.get(recipe('list'))).toBeNull();
  await cache.fresh(recipe('list', ['events'], makerOf('two')));
  cache.touched(null);
  expect(cache.get(recipe('list'))).toBeNull();
});

it('the answer cache expires an entry that depends on the time', async () => {
  let now = 0;
  const cache = aCache({ now: () => now });
  await cache.fresh(recipe('page', [], async () => ({ body: 'x', headers, freshMs: 30 })));
  now = 29;
  expect(cache.get(recipe('page'))).not.toBeNull();
  now = 30;
  expect(cache.get(recipe('page'))).toBeNull();
});

it('the answer cache counts reads by what they found, and what it holds', async () => {
  let now = 0;
  const cache = aCache({ now: () => now, staleMs: 10 });
  const enter: Enter = (make) => make();
  expect(cache.get(recipe('page'))).toBeNull();
  await cache.fresh(
    recipe('page', [], async () => ({ body: 'four', headers, freshMs: 30 })),
    0,
    enter,
  );
  cache.get(recipe('page'));
  cache.get(recipe('page'));
  now = 30;
  cache.get(recipe('page'));
  expect(cache.counts()).toEqual({ entries: 1, bytes: 4, hit: 2, miss: 1, stale: 1 });
});

it('the answer cache makes an entry once for concurrent requests', async () => {
  const cache = aCache();
  let made = 0;
  const maker = async () => {
    made += 1;
    return { body: `${made}`, headers };
  };
  const entries = await Promise.all(Array.from({ length: 10 }, () => cache.fresh(recipe('list', [], maker))));
  expect([made, new Set(entries).size]).toEqual([1, 1]);
});

it('the answer cache does not keep an entry that was read before a commit, and makes a new one for later requests', async () => {
  const cache = aCache();
  const slow = Promise.withResolvers<{ body: string; headers: typeof headers }>();
  const early = cache.fresh(recipe('list', ['events'], () => slow.promise));
  cache.touched(['events']);
  const late = cache.fresh(recipe('list', ['events'], makerOf('new')));
  expect(await textOf(await late)).toBe('new');
  slow.resolve({ body: 'old', headers });
  expect(await textOf(await early)).toBe('old');
  expect(await textOf(cache.get(recipe('list')))).toBe('new');
});

it('the answer cache makes one entry at a time, shared by all waiting requests, while topics are touched constantly', async () => {
  const cache = aCache();
  let [inProgress, most, made] = [0, 0, 0];
  const maker = async () => {
    made += 1;
    inProgress += 1;
    most = Math.max(most, inProgress);
    const body = `${made}`;
    await turn();
    inProgress -= 1;
    return { body, headers };
  };
  const asked: Promise<unknown>[] = [];
  for (let touch = 1; touch <= 50; touch += 1) {
    const before = made;
    asked.push(
      cache.fresh(recipe('list', ['events'], maker)).then(async (entry) => {
        expect(Number(await textOf(entry))).toBeGreaterThan(before);
      }),
    );
    cache.touched(['events']);
  }
  await Promise.all(asked);
  expect([most, made]).toEqual([1, 2]);
});

it('the answer cache only the request that makes an entry takes a render slot, and it checks the cache again after waiting', async () => {
  const cache = aCache();
  const entered: (() => void)[] = [];
  let tries = 0;
  const enter: Enter = async (make) => {
    tries += 1;
    const { promise, resolve } = Promise.withResolvers<void>();
    entered.push(resolve);
    await promise;
    return make();
  };
  const ask = () => cache.fresh(recipe('list', [], makerOf(`${tries}`)), 0, enter);
  const [first, second] = [ask(), ask()];
  entered[0]?.();
  const one = await textOf(await first);
  entered[1]?.();
  expect([one, await textOf(await second), tries]).toEqual(['0', '0', 2]);
});

it('the answer cache does not keep failures', async () => {
  const cache = aCache();
  await expect(cache.fresh(recipe('list', [], () => Promise.reject(new Error('away'))))).rejects.toThrow('away');
  expect(await textOf(await cache.fresh(recipe('list', [], makerOf('back'))))).toBe('back');
});

it('the answer cache evicts old entries when there are too many', async () => {
  const cache = aCache();
  for (let key = 0; key < 201; key += 1) await cache.fresh(recipe(`${key}`, [], makerOf('x')));
  expect([cache.get(recipe('0')), await textOf(cache.get(recipe('200')))]).toEqual([null, 'x']);
});

it('the answer cache evicts the oldest entries when the bytes run out, and always keeps the newest', async () => {
  const cache = aCache();
  const long = 'x'.repeat(12 * 1024 * 1024);
  for (const key of ['a', 'b', 'c']) await cache.fresh(recipe(key, ['events'], makerOf(long)));
  expect(['a', 'b', 'c'].map((key) => cache.get(recipe(key)) !== null)).toEqual([false, true, true]);
  cache.touched(['events']);
  for (const key of ['d', 'e']) await cache.fresh(recipe(key, [], makerOf(long)));
  expect(['d', 'e'].map((key) => cache.get(recipe(key)) !== null)).toEqual([true, true]);
  await cache.fresh(recipe('f', [], makerOf(long.repeat(3))));
  expect(['d', 'e', 'f'].map((key) => cache.get(recipe(key)) !== null)).toEqual([false, false, true]);
});

it('the answer cache compresses once per encoding, with the right content-length, ETag and Vary', async () => {
  const cache = aCache();
  const entry = await cache.fresh(recipe('list', [], makerOf('x'.repeat(1000))));
  const packed = await entry.in('gzip');
  expect(await entry.in('gzip')).toBe(packed);
  expect(packed.headers).toEqual({
    ...headers,
    etag: entry.etag,
    vary: 'accept-encoding',
    'content-length': packed.bytes.length,
    'content-encoding': 'gzip',
  });
  expect(gunzipSync(packed.bytes).toString()).toBe('x'.repeat(1000));
  const other = await cache.fresh(recipe('other', [], makerOf('y')));
  expect(other.etag).not.toBe(entry.etag);
});
