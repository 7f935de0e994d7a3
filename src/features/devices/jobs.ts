import type { Clocked } from '#database/duties.ts';
import { HOUR } from '#platform/durations.ts';
import { CODE_WORKS_MS } from './rules.ts';
import { dropCodes } from './store.ts';

export const dropOldCodes = {
  name: 'drop expired device codes',
  everyMs: HOUR,
  run: ({ db, now }: Clocked) => dropCodes(db, new Date(now().getTime() - CODE_WORKS_MS).toISOString()),
};
