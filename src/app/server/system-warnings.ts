import type { Connection } from '#database/connect.ts';
import type { WarningSource } from '#features/events/routes.ts';
import type { Refused } from '#features/news/push/commands.ts';
import {
  addressWarnings,
  pushWarnings,
  roomWarnings,
  slownessWarnings,
  type TimedWork,
  workWarnings,
} from '#features/operations/system/rules.ts';
import type { Live } from '#platform/server/live.ts';
import type { MovableClock } from '#platform/server/movable-clock.ts';
import type { RequestCounts } from '#platform/server/request-counts.ts';

export type Host = {
  jobs(): readonly TimedWork[];
  /** Files and connections that the system allows; null when unknown. */
  readonly openFiles: number | null;
};

export const NO_HOST: Host = { jobs: () => [], openFiles: null };

export type WarnedOf = {
  readonly host: Host;
  /** Warnings go by the festival's clock, jobs by the database's. */
  readonly clock: MovableClock | null;
  readonly requests: RequestCounts;
  readonly live: Pick<Live, 'counts'>;
  readonly mostStreams: number;
  readonly connection: Pick<Connection, 'dialect' | 'timings'>;
  readonly publicUrl: string | null;
  readonly push: { hasPhones(): Promise<boolean>; refused(): readonly Refused[] };
};

/** Backups, disk and announcements have sources of their own. */
export const systemWarnings = (parts: WarnedOf, zone: string, isBehindProxy: boolean): WarningSource[] => [
  () =>
    slownessWarnings({
      answers: parts.requests.recent(),
      statements: parts.connection.timings.recent(),
      onSqlite: parts.connection.dialect === 'sqlite',
    }),
  () => workWarnings(onFestivalClock(parts), zone),
  () => roomWarnings({ open: parts.live.counts().open, most: parts.mostStreams, openFiles: parts.host.openFiles }),
  () => addressWarnings(parts.publicUrl, isBehindProxy, parts.requests.elsewhere()),
  async () => pushWarnings(parts.publicUrl, await parts.push.hasPhones(), parts.push.refused()),
];

function onFestivalClock({ host, clock }: Pick<WarnedOf, 'host' | 'clock'>): TimedWork[] {
  const aheadMs = clock?.aheadMs() ?? 0;
  return host.jobs().map((job) => ({
    ...job,
    endedAt: job.endedAt && new Date(Date.parse(job.endedAt) + aheadMs).toISOString(),
  }));
}
