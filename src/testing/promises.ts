/**
 * Expected refusals for each `who` of a contract (docs/behaviour.md "Permissions"), independent of the code that
 * implements them.
 */
import type { Who } from '#platform/contract.ts';

/** No cookie, another visitor, the owner's first and second device, an admin, and an expired session. */
export const CALLERS = ['none', 'visitor', 'owner', 'second', 'admin', 'expired'] as const;
export type Caller = (typeof CALLERS)[number];

/** Whether the requested thing exists. For `visitor` it always belongs to somebody else. */
export const PLACES = ['there', 'missing'] as const;
export type Place = (typeof PLACES)[number];

const HAS_DEVICE: readonly Caller[] = ['visitor', 'owner', 'second'];

/** Returns the status with which a caller is refused; null when the call is allowed. */
export function promisedRefusal(who: Who, caller: Caller, place: Place): 401 | 403 | null {
  if (who === 'anyone' || caller === 'admin') return null;
  if (who === 'admin' || !HAS_DEVICE.includes(caller)) return 401;
  return who === 'owner' && caller === 'visitor' && place === 'there' ? 403 : null;
}
