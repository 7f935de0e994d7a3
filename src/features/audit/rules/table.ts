import type { Cell } from '#platform/csv.ts';
import { zonedInput } from '#platform/time.ts';
import type { AuditEntry } from '../contract.ts';
import { differences } from './differences.ts';
import { whoWords } from './who.ts';

/** In the festival's zone, in a format that spreadsheets recognise. */
export const auditTable = (entries: readonly AuditEntry[], zone: string): readonly (readonly Cell[])[] => {
  const local = (iso: string): string => zonedInput(iso, zone).replace('T', ' ');
  return [
    [`Time (${zone})`, 'By', 'Action', 'Subject', 'Changes'],
    ...entries.map((entry) => [
      local(entry.at),
      whoWords(entry),
      entry.action,
      entry.subject,
      differences(entry, local)
        .map(({ field, before, after }) => `${field}: ${[before, after].filter((side) => side !== null).join(' → ')}`)
        .join('; '),
    ]),
  ];
};
