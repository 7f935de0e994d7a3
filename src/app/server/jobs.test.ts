import { expect, it, onTestFinished, vi } from 'vitest';
import type { Job } from '#database/duties.ts';
import { openMetrics } from '#platform/server/metrics.ts';
import { testClock } from '#testing/context.ts';
import { freshDatabase } from '#testing/database.ts';
import { parseMetrics } from '#testing/metrics.ts';
import { startJobs } from './jobs.ts';

it('starts no run of a job while its last one goes on, and lets the others run', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const slow: PromiseWithResolvers<void>[] = [];
  const quick = vi.fn(async () => 0);
  const hang = async () => {
    slow.push(Promise.withResolvers());
    await slow.at(-1)?.promise;
  };
  const facts = { db: null as never, now: () => new Date(0), machine: () => new Date(0) };
  const jobs = startJobs(
    [
      { name: 'hang', everyMs: 1000, run: hang },
      { name: 'be quick', everyMs: 1000, run: quick },
    ],
    { ...facts, readFestival: async () => ({ lastDay: '2025-11-16', timeZone: 'UTC' }) },
    { info() {}, error() {} },
  );
  onTestFinished(jobs.stop);
  await vi.advanceTimersByTimeAsync(3000);
  expect([slow.length, quick.mock.calls.length]).toEqual([1, 4]);
  slow[0]?.reject(new Error('too late'));
  await vi.advanceTimersByTimeAsync(1000);
  expect([slow.length, jobs.state()[0]?.failures]).toEqual([2, 1]);
});

it('runs jobs at the start, logs deleted rows and failures, and counts both', async () => {
  const { db } = await freshDatabase('sqlite');
  const clock = testClock();
  const readFestival = async () => ({ lastDay: '2025-11-16', timeZone: 'UTC' });
  const logged: unknown[] = [];
  const logger = { info: (...line: unknown[]) => logged.push(line), error: (...line: unknown[]) => logged.push(line) };
  const broken = new Error('the disk is full');
  const run = (act: () => Promise<unknown>): Job['run'] => act;
  const jobs = startJobs(
    [
      { name: 'drop old rows', everyMs: 60_000, run: run(async () => 3) },
      { name: 'drop nothing', everyMs: 60_000, run: run(async () => 0) },
      { name: 'fail', everyMs: 60_000, run: run(() => Promise.reject(broken)) },
    ],
    { db, now: () => new Date(0), machine: clock.now, readFestival },
    logger as never,
  );
  onTestFinished(jobs.stop);
  await vi.waitFor(() => expect(logged).toHaveLength(2));
  expect(logged).toEqual([
    [{ count: 3 }, 'drop old rows'],
    [{ err: broken }, 'could not fail'],
  ]);
  const read = parseMetrics(await (await openMetrics(jobs.metrics)).text());
  const at = clock.now().getTime() / 1000;
  expect(read.get('boardwalk_job_last_run_timestamp_seconds{name="drop old rows"}')).toBe(at);
  expect(read.get('boardwalk_job_failures_total{name="drop old rows"}')).toBe(0);
  expect(read.get('boardwalk_job_failures_total{name="fail"}')).toBe(1);
  expect(read.get('boardwalk_job_last_run_timestamp_seconds{name="fail"}')).toBe(at);
  expect(jobs.state().map(({ name, endedAt, failed, failures }) => [name, endedAt, failed, failures])).toEqual([
    ['drop old rows', clock.now().toISOString(), false, 0],
    ['drop nothing', clock.now().toISOString(), false, 0],
    ['fail', clock.now().toISOString(), true, 1],
  ]);
  expect(read.get('boardwalk_job_duration_seconds{name="drop nothing"}')).toBeGreaterThan(0);
});
