import { z } from 'zod';
import type { Soundness } from '#database/soundness.ts';
import { id } from '#platform/contract.ts';
import { json, stamp, storable } from '#platform/stored.ts';
import { ENTRY, Noted } from './contract.ts';

export const auditSoundness: Soundness<'audit_entries'> = {
  rows: {
    audit_entries: z.object({
      id: id(),
      at: stamp(),
      session_id: storable(ENTRY.session),
      action: storable(ENTRY.action),
      subject: storable(ENTRY.subject),
      before: json(Noted, ENTRY.noted).nullable(),
      after: json(Noted, ENTRY.noted).nullable(),
    }),
  },
};
