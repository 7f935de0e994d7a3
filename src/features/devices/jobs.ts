import type { Clocked } from '#database/duties.ts';
import { CODE_WORKS_MS } from './rules.ts';
import { dropCodes } from './store.ts';

export const dropOldCodes = {
  name: 'drop expired device codes',
  everyMs: 3_600_000,
  run: ({ db, now }: Clocked) => dropCodes(db, new Date(now().getTime() - CODE_WORKS_MS).toISOString()),
};
