/** Stale answers: how old they may be, how often copies are made, and what a writer sees. */
import { beforeEach, expect, it, vi } from 'vitest';
import { aCache } from '#testing/cache.ts';
import type { CachedAnswer, Enter } from './cache.ts';
import { positions } from './live.ts';

const STALE_MS = 1000;
/** Milliseconds that a copy takes. */
const MAKING = 20;

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

/** A list whose rows are the times of its writes, behind a cache. */
function aList({ isAlone = true, staleMs = STALE_MS, background }: Partial<Parameters<typeof aCache>[0]> = {}) {
  const begun: number[] = [];
  let newest = 0;
  let failing = false;
  const clock = positions(0);
  const cache = aCache({
    ...{ isAlone, staleMs, position: clock.now },
    ...(background === undefined ? {} : { background }),
  });
  const recipe = {
    key: 'list',
    topics: ['events'],
    async make() {
      begun.push(Date.now());
      const body = String(newest);
      await new Promise((resolve) => setTimeout(resolve, MAKING));
      if (failing) throw new Error('away');
      return { body, headers: { 'content-type': 'text/plain' } };
    },
  };
  const textOf = async (entry: CachedAnswer) => Number(String((await entry.in('identity')).bytes));
  return {
    ...{ cache, begun },
    fail: (fails: boolean) => {
      failing = fails;
    },
    /** Returns the position that the writer is answered with. */
    write(topic = 'events'): number {
      newest = Date.now();
      cache.touched([topic]);
      clock.touch(topic);
      return clock.now();
    },
    /** Returns the newest write in the answer, and how long the reader waited. */
    async read(after = 0, enter?: Enter) {
      const asked = Date.now();
      const entry = cache.get(recipe, after) ?? (await cache.fresh(recipe, after, enter));
      return { sees: await textOf(entry), waited: Date.now() - asked };
    },
  };
}

/** Lets every timer and promise up to then run. */
const elapse = (ms: number) => vi.advanceTimersByTimeAsync(ms);
async function now<T>(act: Promise<T>): Promise<T> {
  await elapse(500);
  return act;
}

it('a cached answer that was touched is served for a second, while one copy is made for all readers', async () => {
  const list = aList();
  await now(list.read());
  await elapse(5000);
  const wrote = Date.now();
  list.write();
  expect(await list.read()).toEqual({ sees: 0, waited: 0 });
  await list.read();
  await elapse(1 + MAKING);
  expect(await list.read()).toEqual({ sees: wrote, waited: 0 });
  expect(list.begun).toHaveLength(2);
  expect(list.cache.counts()).toMatchObject({ hit: 1, miss: 1, stale: 2 });
});

it('a cached answer that was touched is not made again while nobody asks, and the first reader after a second waits for a fresh one', async () => {
  const list = aList();
  await now(list.read());
  const wrote = Date.now();
  list.write();
  await elapse(STALE_MS);
  expect(list.begun).toHaveLength(1);
  const reading = list.read();
  await elapse(MAKING);
  expect(await reading).toEqual({ sees: wrote, waited: MAKING });
});

it('a cached answer that was touched stays fresh when another topic is touched, also while it is made', async () => {
  const list = aList();
  const reading = list.read();
  list.write('users');
  await now(reading);
  list.write('users');
  await list.read();
  await elapse(STALE_MS);
  expect([list.begun.length, list.cache.counts()]).toMatchObject([1, { hit: 1, stale: 0 }]);
});

it('a cached answer that was touched is dropped at once when messages may have been lost', async () => {
  const list = aList();
  await now(list.read());
  list.cache.touched(null);
  const reading = list.read();
  await elapse(MAKING);
  expect((await reading).waited).toBe(MAKING);
});

it('a cached answer that was touched is made at most 1.5 times a second under constant writes, none waits, and no answer is older than a second', async () => {
  const list = aList();
  await now(list.read());
  const from = list.begun.length;
  const seconds = 20;
  for (let ms = 0; ms < seconds * 1000; ms += 5) {
    list.write();
    const { sees, waited } = await list.read();
    expect(waited).toBe(0);
    if (ms > STALE_MS) expect(Date.now() - sees).toBeLessThanOrEqual(STALE_MS);
    await elapse(5);
  }
  const each = (list.begun.length - from) / seconds;
  expect(each).toBeGreaterThan(0.9);
  expect(each).toBeLessThanOrEqual(1.5);
});

it('a cached answer that was touched: control: without stale answers, constant writes cause a copy for each write that is read', async () => {
  const list = aList({ staleMs: 0 });
  await now(list.read());
  for (let ms = 0; ms < 1000; ms += 5) {
    list.write();
    void list.read();
    await elapse(5);
  }
  expect(list.begun.length).toBeGreaterThan(20);
});

it('a cached answer that was touched keeps no failed copy: the next reader that has to wait gets the error', async () => {
  const list = aList();
  await now(list.read());
  const wrote = Date.now();
  list.write();
  list.fail(true);
  expect((await list.read()).waited).toBe(0);
  await elapse(STALE_MS - 1);
  expect((await list.read()).sees).toBe(0);
  await elapse(1);
  const failed = expect(list.read()).rejects.toThrow('away');
  await elapse(MAKING);
  await failed;
  list.fail(false);
  expect((await now(list.read())).sees).toBe(wrote);
});

it('a cached answer that was touched waits for a render slot, and is not made when a reader made it meanwhile', async () => {
  const slot = Promise.withResolvers<void>();
  const list = aList({ background: (make) => slot.promise.then(make) });
  await now(list.read());
  const own = list.write();
  await list.read();
  await elapse(STALE_MS / 2);
  await now(list.read(own));
  expect(list.begun).toHaveLength(2);
  slot.resolve();
  await elapse(STALE_MS);
  expect(list.begun).toHaveLength(2);
});

it.each([true, false])(
  'the reader who wrote sees it at once, and others what was cached (alone: %s)',
  async (isAlone) => {
    const list = aList({ isAlone });
    await now(list.read());
    await elapse(100);
    const wrote = Date.now();
    const position = list.write();
    expect(await list.read()).toEqual({ sees: 0, waited: 0 });
    const own = list.read(position);
    await elapse(MAKING);
    expect(await own).toEqual({ sees: wrote, waited: MAKING });
    expect(await list.read(position)).toEqual({ sees: wrote, waited: 0 });
  },
);

it('the reader who wrote waits for a copy although another instance’s touch has not arrived', async () => {
  const list = aList({ isAlone: false });
  await now(list.read());
  await elapse(100);
  const own = list.read(Date.now());
  await elapse(MAKING);
  expect((await own).waited).toBe(MAKING);
});

it('the reader who wrote gets a cached answer that no write has touched', async () => {
  const list = aList();
  await now(list.read());
  await elapse(100);
  expect((await list.read(list.write('users'))).waited).toBe(0);
});

it('the reader who wrote shares copies with all other writers: one is begun every 50 ms at most', async () => {
  const list = aList();
  await now(list.read());
  await elapse(100);
  const from = list.begun.length;
  const reads: Promise<void>[] = [];
  for (let ms = 0; ms < 1000; ms += 2) {
    const wrote = Date.now();
    reads.push(list.read(list.write()).then(({ sees }) => expect(sees).toBeGreaterThanOrEqual(wrote)));
    await elapse(2);
  }
  await elapse(200);
  await Promise.all(reads);
  expect(list.begun.length - from).toBeLessThanOrEqual(21);
});
