import type { Clocked, Duties } from '#database/duties.ts';
import { HOUR } from '#platform/durations.ts';
import { codesSince } from './rules/names.ts';
import { checkScreens } from './rules/pages.ts';
import * as store from './store.ts';

const dropOldCodes = {
  name: 'drop the codes of walls',
  everyMs: HOUR,
  run: ({ db, now }: Clocked) => store.dropCodes(db, codesSince(now())),
};

export const screenDuties: Duties = {
  jobs: [dropOldCodes],
  archived: {
    key: 'screens',
    table: 'screens',
    read: store.readScreens,
    check: checkScreens,
    write: store.writeScreens,
  },
  cleared: ['screens'],
};
