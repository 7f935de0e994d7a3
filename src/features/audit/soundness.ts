import { z } from 'zod';
import type { Soundness } from '#database/soundness.ts';
import { id, name } from '#platform/contract.ts';
import { flag, json, stamp, storable } from '#platform/stored.ts';
import { ENTRY, Side } from './contract.ts';

export const auditSoundness: Soundness<'audit_entries' | 'audit_people'> = {
  rows: {
    audit_entries: z.object({
      id: id(),
      at: stamp(),
      session_id: storable(ENTRY.session),
      action: storable(ENTRY.action),
      subject: storable(ENTRY.subject),
      before: json(Side, ENTRY.side).nullable(),
      after: json(Side, ENTRY.side).nullable(),
      event_id: id().nullable(),
      names_apart: flag(),
    }),
    audit_people: z.object({
      entry_id: id(),
      position: z.int().nonnegative(),
      person_id: id(),
      name: name().nullable(),
      visitor_id: id().nullable(),
    }),
  },
};
