import { isolated } from '#platform/names.ts';
import type { AuditEntry } from '../contract.ts';

/** 'Mira, door'; the session where no name was given. */
export const whoWords = ({ byName, byRole, session }: Pick<AuditEntry, 'byName' | 'byRole' | 'session'>): string =>
  byName === null ? `session ${session}` : [isolated(byName), ...(byRole === null ? [] : [byRole])].join(', ');
