import { fileOf } from '#database/backup.ts';
import type { Complaint } from '#database/connect.ts';
import { dropMeta, readMeta, writeMeta } from '#database/meta.ts';
import { isSchemaNewer } from '#database/migrate.ts';
import { isAway } from '#database/portable.ts';
import { type Present, type Restored, restore, whyNotOpened } from '#database/restore.ts';
import type { Db } from '#database/schema.ts';
import { PASSWORD, SECRET } from '#features/access/commands/unlock.ts';
import { newToken } from '#features/access/session.ts';
import * as access from '#features/access/store/callers.ts';
import { dropAllTries } from '#features/access/store/tries.ts';
import { revisionAt } from '#features/calendar/rules.ts';
import { raiseRevisions } from '#features/calendar/store.ts';
import { PUSH_KEYS } from '#features/news/push/commands.ts';
import { dropAllSubscriptions, dropUnsent } from '#features/news/push/store.ts';
import { isRehearsal, REHEARSAL } from '#features/operations/rehearsal/commands.ts';
import * as staff from '#features/staff/store.ts';
import { findProblems } from './slices.ts';

/** docs/behaviour.md "Settings": the supervisor starts the newer build. */
const LOOK_MS = 1000;

/** Calls `onNewer` once. `complain` hears of the first failed look. Returns a function that ends the watch. */
export function watchSchema(db: Db, onNewer: () => void, complain: Complaint, everyMs = LOOK_MS): () => void {
  let over = false;
  let failed = false;
  const isNewer = async (): Promise<boolean> => {
    try {
      return await isSchemaNewer(db);
    } catch (error) {
      // While the database is away nobody can migrate it; the next look asks again.
      if (!failed && !isAway(error)) complain('could not compare the schema with this release', error as Error);
      failed ||= !isAway(error);
      return false;
    }
  };
  const look = async (): Promise<void> => {
    const newer = await isNewer();
    if (over) return;
    if (newer) onNewer();
    else timer = setTimeout(look, everyMs).unref();
  };
  let timer = setTimeout(look, everyMs).unref();
  return () => {
    over = true;
    clearTimeout(timer);
  };
}

/** Names the command that puts it right. Null also for a database that is no file. */
export async function whyNotStarted(databaseUrl: string): Promise<string | null> {
  const file = fileOf(databaseUrl);
  return file === null ? null : whyNotOpened(file, { findProblems, identity: SECRET });
}

export type Settled = {
  /** `new`: earlier check-in codes and organiser marks are void. */
  readonly secret: 'kept' | 'new';
  /** `none`: the next start makes one. */
  readonly password: 'present' | 'file' | 'none';
};

type Choice = { readonly keepSecret: boolean };

export const restoreFestival = (
  backup: string,
  database: string,
  now: Date,
  choice: Choice = { keepSecret: false },
): Promise<Restored<Settled>> =>
  restore(backup, database, now, {
    findProblems,
    settle: (db, present) => settle(db, present, { ...choice, now }),
  });

/**
 * Ends every admin session and helper's link: one that was stopped since would work again. The file's author may know
 * its password and secret, so neither is used unless the file has the present secret, which makes it a backup of this
 * database, or the organiser vouches for it.
 */
async function settle(db: Db, present: Present, { keepSecret, now }: Choice & { now: Date }): Promise<Settled> {
  // An empty place takes both, and a start with the wrong setting is refused.
  if (present.size > 0 && present.has(REHEARSAL) !== (await isRehearsal(db)))
    throw new Error(
      'One of the file and the present database belongs to a rehearsal, and the other to a festival. Nothing was changed. ' +
        'Restore it into a place of its own with DATABASE_URL.',
    );
  await access.endAllSessions(db);
  await access.dropLinks(db);
  await staff.dropAll(db);
  await dropAllTries(db);
  await dropUnsent(db);
  // Calendars that have a later state take none with a lower SEQUENCE.
  await raiseRevisions(db, revisionAt(now));
  const secret = await settleSecret(db, present.get(SECRET), keepSecret);
  return { secret, password: await settlePassword(db, present.get(PASSWORD), keepSecret) };
}

async function settleSecret(db: Db, former: string | undefined, keep: boolean): Promise<Settled['secret']> {
  const secret = await readMeta(db, SECRET);
  if (secret !== null && (keep || secret === former)) return 'kept';
  await writeMeta(db, SECRET, newToken());
  // The file's author could send to its phones. They subscribe again with new keys.
  await dropMeta(db, PUSH_KEYS);
  await dropAllSubscriptions(db);
  // Repeated requests would derive their visitor's cookie from the old secret.
  await access.dropAllKeys(db);
  return 'new';
}

async function settlePassword(db: Db, former: string | undefined, keep: boolean): Promise<Settled['password']> {
  if (keep && (await readMeta(db, PASSWORD)) !== null) return 'file';
  if (former === undefined) {
    await dropMeta(db, PASSWORD);
    return 'none';
  }
  await writeMeta(db, PASSWORD, former);
  return 'present';
}
