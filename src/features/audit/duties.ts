import type { Duties } from '#database/duties.ts';
import { forgetPerson } from './commands.ts';
import * as store from './store.ts';

export const auditDuties: Duties = {
  archived: { key: 'audit', read: store.readEntries, write: store.writeEntries },
  cleared: ['audit_entries'],
  owned: [{ table: 'audit_people' }],
  forget: forgetPerson,
  personal: ['audit_entries'],
};
