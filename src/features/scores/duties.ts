import type { DataDuties } from '#database/duties.ts';
import { scoreSoundness } from './soundness.ts';
import * as store from './store.ts';

export const scoreDuties: DataDuties<'bulk_uploads'> = {
  sound: scoreSoundness,
  archived: { key: 'uploads', table: 'bulk_uploads', read: store.readUploads, write: store.writeUploads },
  cleared: ['bulk_uploads'],
  anonymise: store.anonymiseUploads,
};
