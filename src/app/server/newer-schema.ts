/** Ends a program whose database a newer build has migrated (docs/behaviour.md "Settings"): its supervisor starts that build. */
import type { Complaint } from '#database/connect.ts';
import { isSchemaNewer } from '#database/migrate.ts';
import { isAway } from '#database/portable.ts';
import type { Db } from '#database/schema.ts';

const LOOK_MS = 1000;

/**
 * Calls `onNewer` once, when another program has migrated the database further; `complain` hears of the first look that failed.
 * Returns a function that ends the watch.
 */
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
