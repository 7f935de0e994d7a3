import type { Duties } from '#database/duties.ts';
import * as store from './store.ts';

/** It goes with its visitor and its event, by the foreign keys. */
export const feedbackDuties: Duties = {
  archived: { key: 'feedback', table: 'event_feedback', read: store.readAll, write: store.writeAll },
  typed: [{ table: 'event_feedback', column: 'text', at: 'given_at', topic: 'feedback' }],
  countOwned: async (db, visitorId) => ({ feedback: (await store.listFeedbackOf(db, visitorId)).length }),
  join: store.giveFeedback,
  anonymise: store.anonymiseFeedback,
  erased: ['event_feedback'],
};
