import { sql } from 'kysely';
import type { Duties } from '#database/duties.ts';
import { forgetPerson } from './commands.ts';
import * as store from './store.ts';

const ENTRIES = { table: 'audit_entries', at: 'at' } as const;

export const auditDuties: Duties = {
  archived: { key: 'audit', read: store.readEntries, write: store.writeEntries },
  cleared: ['audit_entries'],
  owned: [{ table: 'audit_people' }],
  forget: forgetPerson,
  typed: [
    ...['before', 'after'].map((column) => ({ ...ENTRIES, column, fields: ['reason', 'note', 'text'] })),
    // Of other entries it has the title of an event, which stays.
    { ...ENTRIES, column: 'subject', only: sql`action like 'message %'` },
  ],
  personal: ['audit_entries'],
};
