import type { Duties } from '#database/duties.ts';
import { dropOldRemovals, forgetNetworks } from './jobs.ts';
import { listRemovedOf } from './store.ts';

/** The rows that a removal keeps go with it or with their visitor. */
export const registrationDuties: Duties = {
  jobs: [dropOldRemovals, forgetNetworks],
  cleared: ['removals'],
  listNamed: listRemovedOf,
  owned: [{ table: 'removed_rows', json: 'row' }],
  personal: ['removals'],
};
