import type { Insertable } from 'kysely';
import { insertAll } from '#database/rows.ts';
import type { Db, Schema } from '#database/schema.ts';
import type { BulkUpload } from './contract.ts';

const UPLOAD = [
  'id',
  'file_name as fileName',
  'file_type as fileType',
  'uploaded_at as uploadedAt',
  'total_records as totalRecords',
  'successful_updates as successfulUpdates',
  'failed_updates as failedUpdates',
  'error_details as errorDetails',
  'undone_at as undoneAt',
] as const;

const asRow = (upload: BulkUpload): Insertable<Schema['bulk_uploads']> => ({
  id: upload.id,
  file_name: upload.fileName,
  file_type: upload.fileType,
  uploaded_at: upload.uploadedAt,
  total_records: upload.totalRecords,
  successful_updates: upload.successfulUpdates,
  failed_updates: upload.failedUpdates,
  error_details: upload.errorDetails,
  undone_at: upload.undoneAt,
});

export async function addUpload(db: Db, upload: BulkUpload): Promise<void> {
  await db.insertInto('bulk_uploads').values(asRow(upload)).execute();
}

/** Newest first. */
export const listUploads = (db: Db, most: number): Promise<BulkUpload[]> =>
  db
    .selectFrom('bulk_uploads')
    .select(UPLOAD)
    .orderBy('uploaded_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();

export const isUpload = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('bulk_uploads').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

/** Locked until the transaction ends; null for an unknown one. */
export async function lockUpload(db: Db, id: string): Promise<BulkUpload | null> {
  const locking = db.updateTable('bulk_uploads').set({ id }).where('id', '=', id);
  return (await locking.returning(UPLOAD).executeTakeFirst()) ?? null;
}

export async function markUndone(db: Db, id: string, at: string): Promise<void> {
  await db.updateTable('bulk_uploads').set({ undone_at: at }).where('id', '=', id).execute();
}

/** What a file was called, and what went wrong in it, may hold names. */
export async function anonymiseUploads(db: Db): Promise<void> {
  await db.updateTable('bulk_uploads').set({ file_name: 'forgotten', error_details: '[]' }).execute();
}

/** For a festival's file, in the order of ids. */
export const readUploads = (db: Db): Promise<BulkUpload[]> =>
  db.selectFrom('bulk_uploads').select(UPLOAD).orderBy('id').execute();

export const writeUploads = (db: Db, uploads: readonly BulkUpload[]): Promise<void> =>
  insertAll(db, 'bulk_uploads', uploads, asRow);
