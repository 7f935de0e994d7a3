import { isolated } from '#platform/names.ts';
import type { AuditEntry } from '../contract.ts';

/** Who made a change: 'Mira, door'; the session of somebody who gave no name. */
export const whoWords = ({ byName, byRole, session }: Pick<AuditEntry, 'byName' | 'byRole' | 'session'>): string =>
  byName === null ? `session ${session}` : [isolated(byName), ...(byRole === null ? [] : [byRole])].join(', ');
