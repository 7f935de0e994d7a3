/** Every hour. Failures are logged and retried. */
import type { FastifyBaseLogger } from 'fastify';
import {
  backUp,
  dropLeftovers,
  dropOldBackups,
  folderOf,
  isDue,
  namesOfBackups,
  newBackupPath,
  newestBackup,
} from '#database/backup.ts';
import { MINUTE } from '#platform/durations.ts';
import type { Metric } from '#platform/server/metrics.ts';
import { oneAtATime } from '#platform/server/turns.ts';
import type { BackupState } from './host.ts';

/** Every minute, so that a server restarted every half hour still makes its hourly backup. */
const LOOK_MS = MINUTE;
/** So that a full disk is logged six times an hour and not sixty times. */
const AFTER_FAILURE_MS = 10 * MINUTE;

export type Keeper = {
  readonly database: string;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'error'>;
  now(): Date;
  readonly lookMs?: number;
};

export type Backups = { readonly metrics: readonly Metric[]; state(): BackupState; stop(): void };

export function keepBackups(keeper: Keeper): Backups {
  let notBefore = 0;
  let failures = 0;
  let failedAt: Date | null = null;
  const look = oneAtATime(async () => {
    if (keeper.now().getTime() < notBefore) return;
    try {
      await backUpWhenDue(keeper);
      failedAt = null;
    } catch (error) {
      failures += 1;
      failedAt = keeper.now();
      notBefore = keeper.now().getTime() + AFTER_FAILURE_MS;
      keeper.log.error({ err: error as Error }, 'could not make a backup');
    }
  });
  const timer = setInterval(look, keeper.lookMs ?? LOOK_MS).unref();
  return {
    metrics: metricsOf(keeper.database, () => failures),
    state: () => ({ failedAt, newest: newestBackup(keeper.database)?.madeAt ?? null }),
    stop: () => clearInterval(timer),
  };
}

/** The newest backup is looked up on the disk, so that a restart and a deleted file are seen. */
function metricsOf(database: string, failures: () => number): Metric[] {
  return [
    {
      name: 'boardwalk_backup_last_success_timestamp_seconds',
      type: 'gauge',
      help: 'When the newest backup was made; 0 for none.',
      read: () => (newestBackup(database)?.madeAt.getTime() ?? 0) / 1000,
    },
    {
      name: 'boardwalk_backup_bytes',
      type: 'gauge',
      help: 'Size of the newest backup.',
      read: () => newestBackup(database)?.bytes ?? 0,
    },
    {
      name: 'boardwalk_backup_failures_total',
      type: 'counter',
      help: 'Failed backups since the start.',
      read: failures,
    },
  ];
}

async function backUpWhenDue({ database, log, now }: Keeper): Promise<void> {
  const at = now();
  if (!isDue(database, namesOfBackups(database), at)) return;
  // First, because people who were erased must go also when no backup can be made.
  const dropped = dropOldBackups(database, at);
  dropLeftovers(database, folderOf(database), at);
  const { path, bytes } = await backUp(database, newBackupPath(database, at, null));
  log.info({ path, bytes, dropped: [...dropped, ...dropOldBackups(database, at)] }, 'made a backup');
}
