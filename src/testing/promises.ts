/** What `who` in a contract promises to each caller (behaviour.md section 3), apart from the code that keeps it. */
import type { Who } from '#platform/contract.ts';

/** Nobody's cookie, another device, the device whose thing it is, an admin, and a session that has run out. */
export const CALLERS = ['none', 'visitor', 'owner', 'admin', 'expired'] as const;
export type Caller = (typeof CALLERS)[number];

/** Whether the thing that is asked for exists. For `visitor` the thing that is there is always another's. */
export const PLACES = ['there', 'missing'] as const;
export type Place = (typeof PLACES)[number];

const HAS_DEVICE: readonly Caller[] = ['visitor', 'owner'];

/** The status a caller is refused with because of who they are; null where the call is theirs to make. */
export function promisedRefusal(who: Who, caller: Caller, place: Place): 401 | 403 | null {
  if (who === 'anyone' || caller === 'admin') return null;
  if (who === 'admin' || !HAS_DEVICE.includes(caller)) return 401;
  return who === 'owner' && caller === 'visitor' && place === 'there' ? 403 : null;
}
