/** Restores a backup by this program's own rules: which rows it may hold, and what opens the festival afterwards. */

import { type Present, type Restored, restore } from '#database/restore.ts';
import type { Db } from '#database/schema.ts';
import { PASSWORD, SECRET } from '#features/access/commands.ts';
import { newToken } from '#features/access/session.ts';
import * as access from '#features/access/store.ts';
import { SOUNDNESS } from './soundness.ts';

export type Settled = {
  /** `new`: check-in codes and organiser marks made before are void. */
  readonly secret: 'kept' | 'new';
  /** Whose password holds: `none` where the next start makes one. */
  readonly password: 'present' | 'file' | 'none';
};

type Choice = { readonly keepSecret: boolean };

export const restoreFestival = (
  backup: string,
  database: string,
  now: Date,
  choice: Choice = { keepSecret: false },
): Promise<Restored<Settled>> =>
  restore(backup, database, now, { soundness: SOUNDNESS, settle: (db, present) => settle(db, present, choice) });

/**
 * Nobody is unlocked after a restore. Who made the file may know its password and its secret, so neither is taken from it,
 * unless it has the secret of the present database, whose backup it then is, or the organiser vouches for it.
 */
async function settle(db: Db, present: Present, { keepSecret }: Choice): Promise<Settled> {
  await access.endAllSessions(db);
  await access.dropLinks(db);
  await access.dropGuessCounts(db);
  const secret = await settleSecret(db, present.get(SECRET), keepSecret);
  return { secret, password: await settlePassword(db, present.get(PASSWORD), keepSecret) };
}

async function settleSecret(db: Db, present: string | undefined, keep: boolean): Promise<Settled['secret']> {
  const secret = await access.readMeta(db, SECRET);
  if (secret !== null && (keep || secret === present)) return 'kept';
  await access.writeMeta(db, SECRET, newToken());
  // Repeated requests make their visitor's cookie from the old secret.
  await access.dropAllKeys(db);
  return 'new';
}

async function settlePassword(db: Db, present: string | undefined, keep: boolean): Promise<Settled['password']> {
  if (keep && (await access.readMeta(db, PASSWORD)) !== null) return 'file';
  if (present === undefined) {
    await access.dropMeta(db, PASSWORD);
    return 'none';
  }
  await access.writeMeta(db, PASSWORD, present);
  return 'present';
}
