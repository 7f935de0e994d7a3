/** Timed work of this slice, run by app/server/main.ts. */

import type { World } from './commands.ts';
import { KEY_KEPT_MS } from './rules.ts';
import { dropOldKeys } from './store.ts';

export const dropExpiredKeys = {
  name: 'drop expired idempotency keys',
  everyMs: 3_600_000,
  run: ({ db, now }: World) => dropOldKeys(db, new Date(now().getTime() - KEY_KEPT_MS).toISOString()),
};
