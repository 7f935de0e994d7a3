import { setImmediate as turn } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { acceptedEncoding, answerCache, type Enter } from './cache.ts';

const headers = { 'content-type': 'text/plain' };
const makerOf = (text: string) => async () => ({ body: text, headers });
const textOf = async (entry: { in(encoding: 'identity'): unknown } | null): Promise<string | null> =>
  entry === null ? null : String(((await entry.in('identity')) as { bytes: Buffer }).bytes);

describe('the answer cache', () => {
  it('keeps what was made until one of its topics is touched', async () => {
    const cache = answerCache(() => 0);
    expect(cache.kept('list')).toBeNull();
    await cache.fresh('list', ['events'], makerOf('one'));
    cache.touched(['users']);
    expect(await textOf(cache.kept('list'))).toBe('one');
    cache.touched(['users', 'events']);
    expect(cache.kept('list')).toBeNull();
    await cache.fresh('list', ['events'], makerOf('two'));
    cache.touched(null);
    expect(cache.kept('list')).toBeNull();
  });

  it('keeps what moves with the clock no longer than it may', async () => {
    let now = 0;
    const cache = answerCache(() => now);
    await cache.fresh('page', [], async () => ({ body: 'x', headers, freshMs: 30 }));
    now = 29;
    expect(cache.kept('page')).not.toBeNull();
    now = 30;
    expect(cache.kept('page')).toBeNull();
  });

  it('makes an answer once for all who ask at the same time', async () => {
    const cache = answerCache(() => 0);
    let made = 0;
    const maker = async () => {
      made += 1;
      return { body: `${made}`, headers };
    };
    const entries = await Promise.all(Array.from({ length: 10 }, () => cache.fresh('list', [], maker)));
    expect([made, new Set(entries).size]).toEqual([1, 1]);
  });

  it('does not keep what was read before a commit, and makes it anew for whoever asks after', async () => {
    const cache = answerCache(() => 0);
    const slow = Promise.withResolvers<{ body: string; headers: typeof headers }>();
    const early = cache.fresh('list', ['events'], () => slow.promise);
    cache.touched(['events']);
    const late = cache.fresh('list', ['events'], makerOf('new'));
    expect(await textOf(await late)).toBe('new');
    slow.resolve({ body: 'old', headers });
    expect(await textOf(await early)).toBe('old');
    expect(await textOf(cache.kept('list'))).toBe('new');
  });

  it('makes one answer after another, and one for all who ask meanwhile, while topics are touched all the time', async () => {
    const cache = answerCache(() => 0);
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
        cache.fresh('list', ['events'], maker).then(async (entry) => {
          expect(Number(await textOf(entry))).toBeGreaterThan(before);
        }),
      );
      cache.touched(['events']);
    }
    await Promise.all(asked);
    expect([most, made]).toEqual([1, 2]);
  });

  it('lets only who begins an answer enter, and looks again once it has entered', async () => {
    const cache = answerCache(() => 0);
    const entered: (() => void)[] = [];
    let tries = 0;
    const enter: Enter = async (make) => {
      tries += 1;
      const { promise, resolve } = Promise.withResolvers<void>();
      entered.push(resolve);
      await promise;
      return make();
    };
    const ask = () => cache.fresh('list', [], makerOf(`${tries}`), enter);
    const [first, second] = [ask(), ask()];
    entered[0]?.();
    const one = await textOf(await first);
    entered[1]?.();
    expect([one, await textOf(await second), tries]).toEqual(['0', '0', 2]);
  });

  it('keeps nothing of what failed', async () => {
    const cache = answerCache(() => 0);
    await expect(cache.fresh('list', [], () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await textOf(await cache.fresh('list', [], makerOf('back')))).toBe('back');
  });

  it('forgets everything rather than growing without end', async () => {
    const cache = answerCache(() => 0);
    for (let key = 0; key < 201; key += 1) await cache.fresh(`${key}`, [], makerOf('x'));
    expect([cache.kept('0'), await textOf(cache.kept('200'))]).toEqual([null, 'x']);
  });

  it('forgets the oldest where answers are long, and keeps the newest however long it is', async () => {
    const cache = answerCache(() => 0);
    const long = 'x'.repeat(12 * 1024 * 1024);
    for (const key of ['a', 'b', 'c']) await cache.fresh(key, ['events'], makerOf(long));
    expect(['a', 'b', 'c'].map((key) => cache.kept(key) !== null)).toEqual([false, true, true]);
    cache.touched(['events']);
    for (const key of ['d', 'e']) await cache.fresh(key, [], makerOf(long));
    expect(['d', 'e'].map((key) => cache.kept(key) !== null)).toEqual([true, true]);
    await cache.fresh('f', [], makerOf(long.repeat(3)));
    expect(['d', 'e', 'f'].map((key) => cache.kept(key) !== null)).toEqual([false, false, true]);
  });

  it('packs each way once, with the length of what is sent and the mark of what is meant', async () => {
    const cache = answerCache(() => 0);
    const entry = await cache.fresh('list', [], makerOf('x'.repeat(1000)));
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
    const other = await cache.fresh('other', [], makerOf('y'));
    expect(other.etag).not.toBe(entry.etag);
  });
});

it.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br', 'br'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['br;q=0.5', 'br'],
  ['br; q=0.000, gzip; q=0', 'identity'],
  ['deflate', 'identity'],
] as const)('of %j the encoding %s', (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding);
});
