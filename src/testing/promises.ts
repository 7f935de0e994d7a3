/**
 * Expected refusals for each `who` of a contract (docs/behaviour.md "Permissions"), independent of the code that
 * implements them.
 */
import type { Endpoint, Who } from '#platform/contract.ts';
import { HELPER_ROLES, type HelperRole } from '#platform/staff.ts';

/** Who may make a call; a list of helpers' roles means an admin and, within their scope, these, and with `owner` the owner as well. */
export type Rule = Who | readonly (HelperRole | 'owner')[];

export const ruleOf = ({ who, helpers }: Pick<Endpoint, 'who' | 'helpers'>): Rule =>
  helpers === undefined ? who : who === 'owner' ? ['owner', ...helpers.roles] : helpers.roles;

/** No cookie, another visitor, the owner's first and second device, an admin, and an expired session. */
export const VISITORS = ['none', 'visitor', 'owner', 'second', 'admin', 'expired'] as const;
/** Helpers whose scope holds the thing, and those of another room; a helper who was stopped, and one whose time is over. */
const ELSEWHERE = [
  'door elsewhere',
  'judge elsewhere',
  'host elsewhere',
  'points elsewhere',
  'library elsewhere',
] as const;
export const CALLERS = [...VISITORS, ...HELPER_ROLES, ...ELSEWHERE, 'stopped', 'ended'] as const;
export type Caller = (typeof CALLERS)[number];

export const isHelper = (caller: Caller): caller is HelperRole | (typeof ELSEWHERE)[number] =>
  HELPER_ROLES.some((role) => caller.split(' ')[0] === role);

/** Whether the requested thing exists. For `visitor` it always belongs to somebody else. */
export const PLACES = ['there', 'missing'] as const;
export type Place = (typeof PLACES)[number];

const HAS_DEVICE: readonly Caller[] = ['visitor', 'owner', 'second'];

/** Returns the status with which a caller is refused; null when the call is allowed. */
export function promisedRefusal(who: Rule, caller: Caller, place: Place): 401 | 403 | null {
  if (who === 'anyone' || caller === 'admin') return null;
  if (typeof who !== 'string') {
    if (!isHelper(caller)) return who.includes('owner') ? promisedRefusal('owner', caller, place) && 403 : 401;
    // Points and games belong to no event, so no scope limits who gives or lends them.
    const isScoped = place === 'there' && !who.includes('points');
    return who.some((role) => role === (isScoped ? caller : caller.split(' ')[0])) ? null : 403;
  }
  if (who === 'admin' && isHelper(caller)) return 403;
  if (who === 'admin' || !HAS_DEVICE.includes(caller)) return 401;
  return who === 'owner' && caller === 'visitor' && place === 'there' ? 403 : null;
}
