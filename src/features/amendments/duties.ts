import type { Duties } from '#database/duties.ts';
import { dropFinalAmendments } from './jobs.ts';
import { forgetAmendmentsOf, listAmendedOf } from './store.ts';

export const amendmentDuties: Duties = {
  jobs: [dropFinalAmendments],
  cleared: ['amendments'],
  listNamed: listAmendedOf,
  forget: (tx, { visitorId }) => forgetAmendmentsOf(tx, visitorId),
  owned: [{ table: 'amendments', json: 'place' }],
  personal: ['amendments'],
};
