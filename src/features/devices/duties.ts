import type { Clocked, Duties } from '#database/duties.ts';
import { HOUR } from '#platform/durations.ts';
import { CODE_WORKS_MS } from './rules.ts';
import { dropCodes } from './store.ts';

const dropOldCodes = {
  name: 'drop expired device codes',
  everyMs: HOUR,
  run: ({ db, now }: Clocked) => dropCodes(db, new Date(now().getTime() - CODE_WORKS_MS).toISOString()),
};

/** A code goes with its visitor; those of handovers expire. */
export const deviceDuties: Duties = {
  jobs: [dropOldCodes],
  personal: ['device_codes'],
};
