/** Whether the festival's database is whole, with this program's rules. */
import { fileOf } from '#database/backup.ts';
import { whyNotOpened } from '#database/whole.ts';
import { SECRET } from '#features/access/commands/unlock.ts';
import { findProblems } from './soundness.ts';

/** Returns why the database must not be opened and the command that puts it right, or null; null for one that is no file. */
export async function whyNotStarted(databaseUrl: string): Promise<string | null> {
  const file = fileOf(databaseUrl);
  return file === null ? null : whyNotOpened(file, { findProblems, identity: SECRET });
}
