/** Runs each slice's jobs, on their intervals and once at the start, but never one beside itself. Logs how many rows a job deleted. */
import type { FastifyBaseLogger } from 'fastify';
import type { Clocked, Job, JobContext } from '#database/duties.ts';
import type { TimedWork } from '#features/system/contract.ts';
import type { Metric } from '#platform/server/metrics.ts';
import { oneAtATime } from '#platform/server/one-at-a-time.ts';

type Runs = { readonly job: Job; endedAt: Date | null; seconds: number; failures: number; failed: boolean };

export type Jobs = { readonly metrics: readonly Metric[]; state(): TimedWork[]; stop(): void };

/** The facts are read for each run, because organisers can edit them. `machine` says when a run ended. */
export type JobFacts = Clocked & { machine(): Date; readFestival(): Promise<JobContext['festival']> };

export function startJobs(
  jobs: readonly Job[],
  context: JobFacts,
  logger: Pick<FastifyBaseLogger, 'info' | 'error'>,
): Jobs {
  const all = jobs.map((job): Runs => ({ job, endedAt: null, seconds: 0, failures: 0, failed: false }));
  const timers = all.map((runs) => {
    const run = oneAtATime(() => runOnce(runs, context, logger));
    void run();
    return setInterval(run, runs.job.everyMs).unref();
  });
  return { metrics: metricsOf(all), state: () => all.map(stateOf), stop: () => timers.forEach(clearInterval) };
}

const stateOf = ({ job: { name, everyMs }, endedAt, failed, failures }: Runs): TimedWork => ({
  name,
  everyMs,
  failed,
  failures,
  endedAt: endedAt?.toISOString() ?? null,
});

async function runOnce(
  runs: Runs,
  { machine, readFestival, ...clocked }: JobFacts,
  logger: Pick<FastifyBaseLogger, 'info' | 'error'>,
): Promise<void> {
  const { name, run } = runs.job;
  const since = performance.now();
  try {
    const count = await run({ ...clocked, festival: await readFestival() });
    if (typeof count === 'number' && count > 0) logger.info({ count }, name);
    runs.failed = false;
  } catch (error) {
    runs.failures += 1;
    runs.failed = true;
    logger.error({ err: error as Error }, `could not ${name}`);
  }
  runs.seconds = (performance.now() - since) / 1000;
  runs.endedAt = machine();
}

function metricsOf(all: readonly Runs[]): Metric[] {
  // Not `job`, which Prometheus sets itself.
  const each = (read: (runs: Runs) => number) => () =>
    all.map((runs) => ({ labels: { name: runs.job.name }, value: read(runs) }));
  return [
    {
      name: 'boardwalk_job_last_run_timestamp_seconds',
      type: 'gauge',
      help: 'When a timed job last ended, also with a failure; 0 for not yet.',
      read: each(({ endedAt }) => (endedAt?.getTime() ?? 0) / 1000),
    },
    {
      name: 'boardwalk_job_duration_seconds',
      type: 'gauge',
      help: 'Time of the last run of a timed job.',
      read: each(({ seconds }) => seconds),
    },
    {
      name: 'boardwalk_job_failures_total',
      type: 'counter',
      help: 'Failed runs of a timed job.',
      read: each(({ failures }) => failures),
    },
  ];
}
