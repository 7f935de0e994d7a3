import { z } from 'zod';
import type { Soundness } from '#database/soundness.ts';
import { id } from '#platform/contract.ts';
import { flag, json, stamp, storable } from '#platform/stored.ts';
import { ENTRY, Side } from './contract.ts';
import { MENTION_LIMIT } from './rules/mentions.ts';

export const auditSoundness: Soundness<'audit_entries' | 'audit_mentions'> = {
  rows: {
    audit_entries: z.object({
      id: id(),
      at: stamp(),
      session_id: storable(ENTRY.session),
      action: storable(ENTRY.action),
      subject: storable(ENTRY.subject),
      before: json(Side, ENTRY.side).nullable(),
      after: json(Side, ENTRY.side).nullable(),
      mentions_noted: flag(),
    }),
    audit_mentions: z.object({ mention: storable(MENTION_LIMIT), entry_id: id() }),
  },
};
