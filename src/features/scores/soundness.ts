import { z } from 'zod';
import type { Soundness } from '#database/soundness.ts';
import { id } from '#platform/contract.ts';
import { stamp } from '#platform/stored.ts';
import { BulkScores, Errors } from './contract.ts';

const count = z.int().min(0);

export const scoreSoundness: Soundness<'bulk_uploads'> = {
  rows: {
    bulk_uploads: z.object({
      id: id(),
      file_name: BulkScores.shape.fileName,
      file_type: BulkScores.shape.fileType,
      uploaded_at: stamp(),
      total_records: count,
      successful_updates: count,
      failed_updates: count,
      error_details: Errors,
    }),
  },
};
