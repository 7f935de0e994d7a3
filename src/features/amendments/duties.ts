import type { DataDuties } from '#database/duties.ts';
import { dropFinalAmendments } from './jobs.ts';
import { amendmentSoundness } from './soundness.ts';
import { forgetAmendmentsOf, listAmendedOf } from './store.ts';

export const amendmentDuties: DataDuties<'amendments'> = {
  sound: amendmentSoundness,
  jobs: [dropFinalAmendments],
  cleared: ['amendments'],
  listNamed: listAmendedOf,
  forget: (tx, { visitorId }) => forgetAmendmentsOf(tx, visitorId),
  owned: [{ table: 'amendments', json: 'place' }],
  personal: ['amendments'],
};
