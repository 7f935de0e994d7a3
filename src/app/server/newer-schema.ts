/** Ends a program whose database a newer release has migrated (docs/behaviour.md "Settings"): its supervisor starts that release. */
import { isSchemaNewer } from '#database/migrate.ts';
import type { Db } from '#database/schema.ts';

const LOOK_MS = 1000;

/** Calls `onNewer` once, when another program has migrated the database further. Returns a function that ends the watch. */
export function watchSchema(db: Db, onNewer: () => void, everyMs = LOOK_MS): () => void {
  let over = false;
  const look = async (): Promise<void> => {
    // While the database is away nobody can migrate it; the next look asks again.
    const newer = await isSchemaNewer(db).catch(() => false);
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
