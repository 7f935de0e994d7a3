import type { Duties } from '#database/duties.ts';
import * as store from './store.ts';

/** A festival file has no messages: they are of the moment. */
export const messageDuties: Duties = {
  live: [{ topic: 'messages', isFamily: false, short: true, read: (db, _, ids) => store.listPublic(db, ids) }],
  typed: [{ table: 'messages', column: 'text', at: 'created_at', topic: 'messages' }],
  cleared: ['messages'],
  anonymise: store.clearNames,
  erased: ['messages'],
};
