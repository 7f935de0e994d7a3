/** Each job in one instance at a time (database/leases.ts), and never beside itself. */
import type { FastifyBaseLogger } from 'fastify';
import type { Job, JobContext } from '#database/duties.ts';
import * as leases from '#database/leases.ts';
import { festivalInForce } from '#features/festival/commands.ts';
import type { TimedWork } from '#features/operations/system/rules.ts';
import type { Metric } from '#platform/server/metrics.ts';
import { oneAtATime } from '#platform/server/turns.ts';

type Watched = { readonly job: Job; row: leases.LeasedJob | null; seconds: number };

export type Jobs = {
  readonly metrics: readonly Metric[];
  state(): TimedWork[];
  wake(): void;
  stop(): Promise<void>;
};

/** A run's festival is read when it begins, because organisers can edit it. */
export type JobFacts = Omit<JobContext, 'festival' | 'signal'>;

type Log = Pick<FastifyBaseLogger, 'info' | 'error'>;

const LOOK_MS = 1000;

export function startJobs(jobs: readonly Job[], facts: JobFacts, logger: Log): Jobs {
  const { db } = facts;
  const all = new Map(jobs.map((job): [string, Watched] => [job.name, { job, row: null, seconds: 0 }]));
  const running = new Map<string, Promise<void>>();
  const ended = new AbortController();
  let isAdded = false;
  let isBlind = false;

  async function look(): Promise<void> {
    if (!isAdded) for (const job of jobs) await leases.addJob(db, job);
    isAdded = true;
    for (const row of await leases.readJobs(db)) {
      const watched = all.get(row.name);
      if (watched === undefined) continue;
      watched.row = row;
      if (leases.isTooFar(row, watched.job.everyMs)) await leases.addJob(db, watched.job);
      // Its own lease may have ended while the database was away.
      if (row.due === 0 || running.has(row.name) || ended.signal.aborted) continue;
      if (watched.job.hasWork !== undefined && !(await watched.job.hasWork(facts))) continue;
      const startedAt = await leases.takeLease(db, row.name);
      if (startedAt === null) continue;
      const run = runHeld(watched, startedAt, { facts, logger, ended: ended.signal });
      running.set(
        row.name,
        run.finally(() => running.delete(row.name)),
      );
    }
    isBlind = false;
  }
  const tryToLook = oneAtATime(() =>
    look().catch((error: Error) => {
      // Said once and not at every try.
      if (!isBlind) logger.error({ err: error }, 'could not look for timed work');
      isBlind = true;
    }),
  );
  void tryToLook();
  const timer = setInterval(tryToLook, LOOK_MS).unref();
  return {
    metrics: metricsOf([...all.values()]),
    state: () => [...all.values()].map(stateOf),
    wake: () => void tryToLook(),
    async stop() {
      clearInterval(timer);
      ended.abort();
      await Promise.all(running.values());
    },
  };
}

const stateOf = ({ job: { name }, row }: Watched): TimedWork => ({
  name,
  endedAt: row?.ended_at ?? null,
  failed: row !== null && row.error !== null,
});

type Surroundings = { readonly facts: JobFacts; readonly logger: Log; readonly ended: AbortSignal };

async function runHeld(watched: Watched, startedAt: string, { facts, logger, ended }: Surroundings): Promise<void> {
  const { name, everyMs, run } = watched.job;
  const held = { name, startedAt };
  const lost = new AbortController();
  const complain = (error: Error) => logger.error({ err: error }, `could not keep the lease to ${name}`);
  const renew = async () => {
    if (!(await leases.renew(facts.db, held))) lost.abort();
  };
  const renewals = setInterval(() => renew().catch(complain), leases.LEASE_MS / 3).unref();
  const since = performance.now();
  let problem: string | null = null;
  try {
    const signal = AbortSignal.any([ended, lost.signal]);
    const count = await run({ ...facts, festival: await festivalInForce(facts), signal });
    if (typeof count === 'number' && count > 0) logger.info({ count }, name);
  } catch (error) {
    problem = (error as Error).message;
    logger.error({ err: error as Error }, `could not ${name}`);
  }
  clearInterval(renewals);
  watched.seconds = (performance.now() - since) / 1000;
  await leases.finish(facts.db, held, { everyMs, error: problem }).catch(complain);
}

const seconds = (at: string | null = null): number => (at === null ? 0 : Date.parse(at) / 1000);

function metricsOf(all: readonly Watched[]): Metric[] {
  // Not `job`, which Prometheus sets itself.
  const each = (read: (watched: Watched) => number) => () =>
    all.map((watched) => ({ labels: { name: watched.job.name }, value: read(watched) }));
  return [
    {
      name: 'boardwalk_job_last_run_timestamp_seconds',
      type: 'gauge',
      help: 'When a timed job last ended on any instance, also with a failure; 0 for not yet.',
      read: each(({ row }) => seconds(row?.ended_at)),
    },
    {
      name: 'boardwalk_job_next_run_timestamp_seconds',
      type: 'gauge',
      help: 'When a timed job is due next.',
      read: each(({ row }) => seconds(row?.next_at)),
    },
    {
      name: 'boardwalk_job_duration_seconds',
      type: 'gauge',
      help: 'Time of the last run of a timed job on this instance.',
      read: each((watched) => watched.seconds),
    },
    {
      name: 'boardwalk_job_failures_total',
      type: 'counter',
      help: 'Failed runs of a timed job, on all instances.',
      read: each(({ row }) => row?.failures ?? 0),
    },
  ];
}
