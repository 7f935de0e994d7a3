import type { DataDuties } from '#database/duties.ts';
import { forgetPerson } from './commands.ts';
import { auditSoundness } from './soundness.ts';
import * as store from './store.ts';

export const auditDuties: DataDuties<'audit_entries' | 'audit_people'> = {
  sound: auditSoundness,
  archived: { key: 'audit', read: store.readEntries, write: store.writeEntries },
  cleared: ['audit_entries'],
  owned: [{ table: 'audit_people' }],
  forget: forgetPerson,
  personal: ['audit_entries'],
};
