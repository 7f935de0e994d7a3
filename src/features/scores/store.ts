import type { Db } from '#database/schema.ts';
import type { BulkUpload } from './contract.ts';

export async function addUpload(db: Db, upload: BulkUpload): Promise<void> {
  await db
    .insertInto('bulk_uploads')
    .values({
      id: upload.id,
      file_name: upload.fileName,
      file_type: upload.fileType,
      uploaded_at: upload.uploadedAt,
      total_records: upload.totalRecords,
      successful_updates: upload.successfulUpdates,
      failed_updates: upload.failedUpdates,
      error_details: upload.errorDetails,
    })
    .execute();
}

/** Newest first. */
export async function listUploads(db: Db, most: number): Promise<BulkUpload[]> {
  const rows = await db
    .selectFrom('bulk_uploads')
    .selectAll()
    .orderBy('uploaded_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    fileName: row.file_name,
    fileType: row.file_type,
    uploadedAt: row.uploaded_at,
    totalRecords: row.total_records,
    successfulUpdates: row.successful_updates,
    failedUpdates: row.failed_updates,
    errorDetails: row.error_details,
  }));
}
