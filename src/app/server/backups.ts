/** Makes a backup of the SQLite file every hour. Failures are logged and retried. */
import type { FastifyBaseLogger } from 'fastify';
import { backUp, dropLeftovers, dropOldBackups, folderOf, namesOfBackups, newBackupPath } from '#database/backup.ts';
import { isDue } from '#database/backup-names.ts';

/** Checked every minute, so that a server restarted every half hour still makes its hourly backup. */
const LOOK_MS = 60_000;
/** Retries after ten minutes, so that a full disk is logged six times an hour and not sixty times. */
const AFTER_FAILURE_MS = 600_000;

export type Keeper = {
  readonly database: string;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'error'>;
  now(): Date;
  readonly lookMs?: number;
};

/** Checks for the first time a minute after the start. Returns a function that stops it. */
export function keepBackups(keeper: Keeper): () => void {
  let busy = false;
  let notBefore = 0;
  const look = async () => {
    if (busy || keeper.now().getTime() < notBefore) return;
    busy = true;
    try {
      await backUpWhenDue(keeper);
    } catch (error) {
      notBefore = keeper.now().getTime() + AFTER_FAILURE_MS;
      keeper.log.error({ err: error as Error }, 'could not make a backup');
    } finally {
      busy = false;
    }
  };
  const timer = setInterval(look, keeper.lookMs ?? LOOK_MS).unref();
  return () => clearInterval(timer);
}

async function backUpWhenDue({ database, log, now }: Keeper): Promise<void> {
  const at = now();
  if (!isDue(database, namesOfBackups(database), at)) return;
  dropLeftovers(database, folderOf(database), at);
  const { path, bytes } = await backUp(database, newBackupPath(database, at, null));
  log.info({ path, bytes, dropped: dropOldBackups(database, at) }, 'made a backup');
}
