import type { Clocked, Duties } from '#database/duties.ts';
import { undoableSince } from '#platform/undo.ts';
import { dropAmendments, forgetAmendmentsOf, listAmendedOf } from './store.ts';

export const dropFinalAmendments = {
  name: 'delete what organisers did to places once it can’t be undone',
  everyMs: 15_000,
  run: ({ db, now }: Clocked) => dropAmendments(db, undoableSince(now())),
};

export const amendmentDuties: Duties = {
  jobs: [dropFinalAmendments],
  cleared: ['amendments'],
  listNamed: listAmendedOf,
  forget: (tx, { visitorId }) => forgetAmendmentsOf(tx, visitorId),
  owned: [{ table: 'amendments', json: 'place' }],
  personal: ['amendments'],
};
