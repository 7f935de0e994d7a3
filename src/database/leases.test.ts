import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { DIALECTS, freshUrl, openUntilEnd } from '#testing/database.ts';
import { addJob, databaseTime, finish, LEASE_MS, readJobs, renew, takeLease } from './leases.ts';
import type { Db } from './schema.ts';

const JOB = { name: 'tidy up', everyMs: 60_000 };

let db: Db;
let other: Db;
const rowOf = async () => {
  const [row] = await readJobs(db);
  if (row === undefined) throw new Error('there is no job');
  return row;
};
/** As if so much time had passed for this column. */
const pass = (column: 'lease_until' | 'next_at' | 'started_at', ms: number) =>
  db
    .updateTable('jobs')
    .set({ [column]: databaseTime(db, -ms) })
    .execute();
const msUntil = (time: string | null) => Date.parse(time ?? '') - Date.now();

describe.each(DIALECTS)('%s', (dialect) => {
  beforeEach(async () => {
    const url = await freshUrl(dialect);
    ({ db } = await openUntilEnd(url));
    // Only one program opens an SQLite file.
    other = dialect === 'sqlite' ? db : (await openUntilEnd(url)).db;
    await addJob(db, JOB);
  });

  it('leases gives a due job to one of many who ask at once', async () => {
    expect((await rowOf()).due).toBe(1);
    const claims = await Promise.all(
      Array.from({ length: 10 }, (_, index) => takeLease(index % 2 ? db : other, JOB.name)),
    );
    expect(claims.filter((startedAt) => startedAt !== null)).toHaveLength(1);
    expect((await rowOf()).due).toBe(0);
  });

  it('leases gives it to several when the claim is not one conditional update, as a control', async () => {
    // Both read before one writes.
    const seen = await Promise.all([readJobs(db), readJobs(other)]);
    for (const one of [db, other])
      await one
        .updateTable('jobs')
        .set({ lease_until: databaseTime(one, LEASE_MS) })
        .execute();
    expect(seen.map(([row]) => row?.due)).toEqual([1, 1]);
  });

  it('leases takes over a job that nobody renews when its lease has ended, and not before', async () => {
    await takeLease(db, JOB.name);
    await pass('started_at', LEASE_MS);
    const first = { name: JOB.name, startedAt: (await rowOf()).started_at ?? '' };
    expect(msUntil((await rowOf()).lease_until)).toBeLessThanOrEqual(LEASE_MS);
    expect(await takeLease(other, JOB.name)).toBeNull();
    await pass('lease_until', 1);
    const second = await takeLease(other, JOB.name);
    expect(second).not.toBeNull();
    expect(await renew(db, first)).toBe(false);
    // What the first writes at its end is no more its business.
    await finish(db, first, { everyMs: JOB.everyMs, error: 'late' });
    expect(await rowOf()).toMatchObject({ started_at: second, ended_at: null, error: null, failures: 0 });
  });

  it('leases keeps a job whose lease is renewed', async () => {
    const held = { name: JOB.name, startedAt: (await takeLease(db, JOB.name)) ?? '' };
    await pass('lease_until', -10);
    expect(await renew(db, held)).toBe(true);
    expect(msUntil((await rowOf()).lease_until)).toBeGreaterThan(LEASE_MS / 2);
    expect(await takeLease(other, JOB.name)).toBeNull();
  });

  it('leases plans the next run, and counts failures', async () => {
    for (const error of ['the disk is full', null]) {
      await pass('next_at', 1);
      const held = { name: JOB.name, startedAt: (await takeLease(db, JOB.name)) ?? '' };
      await finish(db, held, { everyMs: JOB.everyMs, error });
      expect(await rowOf()).toMatchObject({ error, failures: 1, lease_until: null, due: 0 });
    }
    expect(Math.round(msUntil((await rowOf()).next_at) / 10_000)).toBe(6);
    expect(await takeLease(other, JOB.name)).toBeNull();
  });

  it.each([-60_000, 60_000])(
    'leases neither runs twice nor waits when a machine’s clock is off by %i ms',
    async (skew) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + skew });
      onTestFinished(() => void vi.useRealTimers());
      await addJob(other, JOB);
      expect(await takeLease(other, JOB.name)).not.toBeNull();
      vi.useRealTimers();
      expect(await takeLease(db, JOB.name)).toBeNull();
      await pass('lease_until', 1);
      expect(await takeLease(db, JOB.name)).not.toBeNull();
    },
  );

  it('leases waits no longer than the interval after a start, whatever clock planned it', async () => {
    await pass('next_at', -1e9);
    await pass('lease_until', -1e9);
    await addJob(other, JOB);
    const { next_at, lease_until } = await rowOf();
    expect(Math.round(msUntil(next_at) / 10_000)).toBe(6);
    expect(msUntil(lease_until)).toBeLessThanOrEqual(LEASE_MS);
    await addJob(other, JOB);
    expect((await rowOf()).next_at).toBe(next_at);
  });
});
