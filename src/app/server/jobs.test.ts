import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Job } from '#database/duties.ts';
import { databaseTime, LEASE_MS } from '#database/leases.ts';
import type { Db } from '#database/schema.ts';
import { openMetrics } from '#platform/server/metrics.ts';
import { jobContext, testContext } from '#testing/context.ts';
import { DIALECTS, freshDatabase } from '#testing/database.ts';
import { parseMetrics } from '#testing/metrics.ts';
import { type JobFacts, startJobs } from './jobs.ts';

const SILENT = { info() {}, error() {} };
const run = (act: () => Promise<unknown>): Job['run'] => act;

async function factsOn(dialect: 'sqlite' | 'postgres'): Promise<JobFacts> {
  return jobContext(await testContext(await freshDatabase(dialect)));
}
function start(jobs: readonly Job[], facts: JobFacts, logger = SILENT) {
  const started = startJobs(jobs, facts, logger as never);
  onTestFinished(started.stop);
  return started;
}
const rowOf = (db: Db, name: string) =>
  db.selectFrom('jobs').selectAll().where('name', '=', name).executeTakeFirstOrThrow();

/** As if the time for every job had come. */
const makeDue = (db: Db) =>
  db
    .updateTable('jobs')
    .set({ next_at: databaseTime(db) })
    .execute();

describe.each(DIALECTS)('%s', (dialect) => {
  it('timed work starts no run of a job while its last one goes on, and lets the others run', async () => {
    const facts = await factsOn(dialect);
    const slow: PromiseWithResolvers<void>[] = [];
    const quick = vi.fn(async () => 0);
    const hang = async () => {
      slow.push(Promise.withResolvers());
      await slow.at(-1)?.promise;
    };
    const jobs = start(
      [
        { name: 'hang', everyMs: 10, run: hang },
        { name: 'be quick', everyMs: 10, run: quick },
      ],
      facts,
    );
    await vi.waitFor(() => expect([slow.length, quick.mock.calls.length]).toEqual([1, 1]));
    // Its lease ended, as after an hour without a database.
    await facts.db.updateTable('jobs').set({ lease_until: null }).execute();
    await vi.waitFor(async () => {
      await makeDue(facts.db);
      jobs.wake();
      expect(quick.mock.calls.length).toBeGreaterThan(2);
    });
    expect(slow).toHaveLength(1);
    slow[0]?.reject(new Error('too late'));
    await vi.waitFor(async () => {
      jobs.wake();
      expect([slow.length, (await rowOf(facts.db, 'hang')).failures]).toEqual([2, 1]);
    });
    slow[1]?.resolve();
  });

  it('timed work waits no longer than the interval and a lease when the clock is set back by hours', async () => {
    const facts = await factsOn(dialect);
    const quick = vi.fn(async () => 0);
    const jobs = start(
      [
        { name: 'be quick', everyMs: 10, run: quick },
        // Its only run ends before its lease is changed.
        { name: 'be rare', everyMs: 60_000, run: async () => 0 },
      ],
      facts,
    );
    for (const name of ['be quick', 'be rare'])
      await vi.waitFor(async () => expect((await rowOf(facts.db, name)).ended_at).not.toBeNull());
    const later = databaseTime(facts.db, 1e7);
    const setLater = (name: string, column: 'next_at' | 'lease_until') =>
      facts.db
        .updateTable('jobs')
        .set({ [column]: later })
        .where('name', '=', name)
        .execute();
    quick.mockClear();
    await setLater('be quick', 'next_at');
    await vi.waitFor(() => {
      jobs.wake();
      expect(quick).toHaveBeenCalled();
    });
    // Of an instance that was killed.
    await setLater('be rare', 'lease_until');
    await vi.waitFor(async () => {
      jobs.wake();
      const { lease_until } = await rowOf(facts.db, 'be rare');
      expect(Date.parse(lease_until ?? '') - Date.now()).toBeLessThanOrEqual(LEASE_MS);
    });
  });

  it('timed work runs a job in one of two instances, and in the other when the first was killed', async () => {
    const facts = await factsOn(dialect);
    const ran: string[] = [];
    const hung = Promise.withResolvers<void>();
    const named = (instance: string): Job => ({
      name: 'work',
      everyMs: 60_000,
      run: async () => {
        ran.push(instance);
        if (ran.length === 1) await hung.promise;
      },
    });
    start([named('one')], facts);
    await vi.waitFor(() => expect(ran).toEqual(['one']));
    const two = start([named('two')], facts);
    const metrics = await openMetrics(two.metrics);
    const nextRun = 'boardwalk_job_next_run_timestamp_seconds{name="work"}';
    await vi.waitFor(async () => expect(parseMetrics(await metrics.text()).get(nextRun)).toBeGreaterThan(0));
    two.wake();
    expect(ran).toEqual(['one']);
    // Nobody renews it any more.
    await facts.db
      .updateTable('jobs')
      .set({ lease_until: databaseTime(facts.db, -1) })
      .execute();
    await vi.waitFor(() => {
      two.wake();
      expect(ran).toEqual(['one', 'two']);
    });
    hung.resolve();
  });

  it('timed work tells a job that another instance has taken it over, and renews the leases of the others', async () => {
    const facts = await factsOn(dialect);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const signals = new Map<string, AbortSignal>();
    const work = (name: string): Job => ({
      name,
      everyMs: 1000,
      run: ({ signal }) =>
        new Promise<void>((resolve) => {
          if (!signals.has(name)) signals.set(name, signal);
          signal.addEventListener('abort', () => resolve());
        }),
    });
    start([work('lost'), work('kept')], facts);
    await vi.waitFor(() => expect(signals.size).toBe(2));
    const before = await rowOf(facts.db, 'kept');
    await facts.db
      .updateTable('jobs')
      .set({ started_at: databaseTime(facts.db, 1) })
      .where('name', '=', 'lost')
      .execute();
    await vi.advanceTimersByTimeAsync(LEASE_MS / 3);
    await vi.waitFor(() => expect(signals.get('lost')?.aborted).toBe(true));
    expect(signals.get('kept')?.aborted).toBe(false);
    await vi.waitFor(async () => {
      const after = await rowOf(facts.db, 'kept');
      expect(after.lease_until?.localeCompare(before.lease_until ?? '')).toBe(1);
    });
  });

  it('timed work asks a job first whether there is work, and does not write while there is none', async () => {
    const facts = await factsOn(dialect);
    const hasWork = vi.fn(async () => false);
    const act = vi.fn(async () => 0);
    const jobs = start([{ name: 'send', everyMs: 1, hasWork, run: act }], facts);
    await vi.waitFor(() => expect(hasWork).toHaveBeenCalled());
    expect([act.mock.calls.length, jobs.state()[0]?.endedAt]).toEqual([0, null]);
    hasWork.mockResolvedValue(true);
    jobs.wake();
    await vi.waitFor(() => expect(act).toHaveBeenCalledOnce());
  });

  it('timed work waits at a stop for what is running, and tells it', async () => {
    const facts = await factsOn(dialect);
    let signalled = false;
    const wait: Job['run'] = ({ signal }) =>
      new Promise<void>((resolve) => {
        signalled = true;
        signal.addEventListener('abort', () => resolve());
      });
    const jobs = start([{ name: 'wait', everyMs: 1000, run: wait }], facts);
    await vi.waitFor(() => expect(signalled).toBe(true));
    await jobs.stop();
    const row = await rowOf(facts.db, 'wait');
    expect([row.lease_until, row.error, typeof row.ended_at]).toEqual([null, null, 'string']);
  });

  it('timed work runs new jobs at the start, logs deleted rows and failures, and counts both', async () => {
    const facts = await factsOn(dialect);
    const logged: unknown[] = [];
    const logger = {
      info: (...line: unknown[]) => logged.push(line),
      error: (...line: unknown[]) => logged.push(line),
    };
    const broken = new Error('the disk is full');
    const jobs = start(
      [
        { name: 'drop old rows', everyMs: 60_000, run: run(async () => 3) },
        { name: 'drop nothing', everyMs: 60_000, run: run(async () => 0) },
        { name: 'fail', everyMs: 60_000, run: run(() => Promise.reject(broken)) },
      ],
      facts,
      logger as never,
    );
    await vi.waitFor(() => {
      jobs.wake();
      expect(jobs.state().every(({ endedAt }) => endedAt !== null)).toBe(true);
    });
    expect(logged).toHaveLength(2);
    expect(logged).toContainEqual([{ count: 3 }, 'drop old rows']);
    expect(logged).toContainEqual([{ err: broken }, 'could not fail']);
    const read = parseMetrics(await (await openMetrics(jobs.metrics)).text());
    const about = (metric: string, name: string) => read.get(`boardwalk_job_${metric}{name="${name}"}`) ?? 0;
    expect(about('failures_total', 'drop old rows')).toBe(0);
    expect(about('failures_total', 'fail')).toBe(1);
    for (const name of ['drop old rows', 'fail']) {
      const wait = about('next_run_timestamp_seconds', name) - about('last_run_timestamp_seconds', name);
      expect(Math.round(wait)).toBe(60);
    }
    expect(jobs.state().map(({ name, failed }) => [name, failed])).toEqual([
      ['drop old rows', false],
      ['drop nothing', false],
      ['fail', true],
    ]);
    expect(about('duration_seconds', 'drop nothing')).toBeGreaterThan(0);
  });
});
