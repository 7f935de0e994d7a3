import type { Duties } from '#database/duties.ts';
import * as store from './store.ts';

export const scoreDuties: Duties = {
  archived: { key: 'uploads', table: 'bulk_uploads', read: store.readUploads, write: store.writeUploads },
  cleared: ['bulk_uploads'],
  anonymise: store.anonymiseUploads,
  erased: ['bulk_uploads'],
};
