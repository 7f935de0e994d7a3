/** Gathers what the dashboard says of the program and its machine, from what the program counts anyway. */
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Connection } from '#database/connect.ts';
import type { Board } from '#features/announcements/commands.ts';
import type { WarningSource } from '#features/events/routes.ts';
import type { Refused } from '#features/push/commands/refused.ts';
import type { SystemState, TimedWork } from '#features/system/contract.ts';
import {
  addressWarnings,
  pushWarnings,
  roomWarnings,
  slownessWarnings,
  workWarnings,
} from '#features/system/rules/warnings.ts';
import { databaseBytes } from '#features/system/store.ts';
import { HOUR } from '#platform/durations.ts';
import type { Live } from '#platform/server/live.ts';
import type { MovableClock } from '#platform/server/movable-clock.ts';
import type { RequestCounts } from '#platform/server/request-counts.ts';
import type { BackupState } from './host.ts';

/** The program's own version. */
export const VERSION: string = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
).version;

/** What only the started program has. */
export type Host = {
  jobs(): readonly TimedWork[];
  /** Null when the program makes none. */
  backups(): BackupState | null;
  /** Bytes of the database's disk; null without a file. @throws when the system does not tell. */
  disk(): Promise<{ free: number; size: number } | null>;
  readonly openFiles: number | null;
};

export const NO_HOST: Host = { jobs: () => [], backups: () => null, disk: async () => null, openFiles: null };

/** Screens go by the festival's clock, jobs by the database's and backups by the machine's. */
export function onFestivalClock(host: Host, clock: MovableClock | null): Host {
  const shown = (at: Date) => new Date(at.getTime() + (clock?.aheadMs() ?? 0));
  const shownText = (at: string | null) => at && shown(new Date(at)).toISOString();
  return {
    ...host,
    jobs: () => host.jobs().map((job) => ({ ...job, endedAt: shownText(job.endedAt), nextAt: shownText(job.nextAt) })),
    backups() {
      const state = host.backups();
      return (
        state && {
          ...state,
          newest: state.newest && shown(state.newest),
          failedAt: state.failedAt && shown(state.failedAt),
        }
      );
    },
  };
}

export type SystemParts = {
  readonly host: Host;
  readonly requests: RequestCounts;
  readonly live: Pick<Live, 'counts' | 'isAlone'>;
  readonly mostStreams: number;
  readonly connection: Pick<Connection, 'db' | 'dialect' | 'timings'>;
  /** Null without a channel. */
  readonly board: Pick<Board, 'counts' | 'warnings'> | null;
  readonly build: string;
  readonly publicUrl: string | null;
  readonly push: { hasPhones(): Promise<boolean>; refused(): readonly Refused[] };
};

/** Returns the state of this instance. */
export async function systemState(parts: SystemParts): Promise<SystemState> {
  const { host, live, connection, board } = parts;
  const backups = host.backups();
  const [bytes, disk] = await Promise.all([
    databaseBytes(connection.db, connection.dialect),
    // A disk that cannot be asked is a warning, and nothing else of the page is lost.
    host.disk().catch(() => null),
  ]);
  return {
    version: VERSION,
    release: parts.build,
    node: process.versions.node,
    instance: `${hostname()} · ${process.pid}`,
    isAlone: live.isAlone,
    upSeconds: Math.floor(process.uptime()),
    memory: process.memoryUsage.rss(),
    database: { kind: connection.dialect, bytes },
    backups: backups && { newest: backups.newest?.toISOString() ?? null, bytes: backups.bytes },
    disk,
    screens: { open: live.counts().open, most: parts.mostStreams },
    openFiles: host.openFiles,
    publicUrl: parts.publicUrl,
    work: [...(backups === null ? [] : [backupWork(backups)]), ...(board ? [boardWork(board)] : []), ...host.jobs()],
  };
}

const backupWork = ({ newest, failedAt, failures }: BackupState): TimedWork => ({
  name: 'make a backup',
  everyMs: HOUR,
  failed: failedAt !== null,
  failures,
  endedAt: (failedAt ?? newest)?.toISOString() ?? null,
  nextAt: null,
});

/** Discord is asked only while somebody reads. */
const boardWork = ({ counts, warnings }: NonNullable<SystemParts['board']>): TimedWork => ({
  name: 'read the announcements from Discord',
  everyMs: null,
  failed: warnings().length > 0,
  failures: counts().failures,
  endedAt: counts().readAt?.toISOString() ?? null,
  nextAt: null,
});

/** Returns the warnings of what is counted here; those of backups, disk and announcements have sources of their own. */
export const systemWarnings = (parts: SystemParts, zone: string, isBehindProxy: boolean): WarningSource[] => [
  () =>
    slownessWarnings({
      answers: parts.requests.recent(),
      statements: parts.connection.timings.recent(),
      onSqlite: parts.connection.dialect === 'sqlite',
    }),
  () => workWarnings(parts.host.jobs(), zone),
  () => roomWarnings({ open: parts.live.counts().open, most: parts.mostStreams, openFiles: parts.host.openFiles }),
  () => addressWarnings(parts.publicUrl, isBehindProxy, parts.requests.elsewhere()),
  async () => pushWarnings(parts.publicUrl, await parts.push.hasPhones(), parts.push.refused()),
];
