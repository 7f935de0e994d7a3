/** Who works at the festival, and what they may do: the same rule for the server and for every screen. */

import { roomKey } from './names.ts';

export const HELPER_ROLES = ['door', 'judge', 'host', 'points'] as const;
export type HelperRole = (typeof HELPER_ROLES)[number];

/** What a helper’s work is limited to: one event, one room, or neither for the whole festival. */
export type Scope = { readonly eventId: string | null; readonly location: string | null };
export const WHOLE_FESTIVAL: Scope = { eventId: null, location: null };

/** Somebody at work. An organiser may do everything. `name` is for the list of changes; null for one who gave none. */
export type Staff = {
  readonly sessionId: string;
  readonly role: 'organiser' | HelperRole;
  readonly scope: Scope;
  readonly name: string | null;
};

/** The helpers who do a kind of work. */
export const DOOR: readonly HelperRole[] = ['door', 'host'];
export const JUDGE: readonly HelperRole[] = ['judge', 'host'];
export const HOST: readonly HelperRole[] = ['host'];
export const POINTS: readonly HelperRole[] = ['points'];

/** What a scope is compared with. A room's scope holds what is in that room now. */
export type ScopedEvent = { readonly id: string; readonly location: string };

/** Whether an event is where somebody works; null for none, or for one that does not exist. */
export const isInScope = ({ eventId, location }: Scope, event: ScopedEvent | null): boolean => {
  if (eventId !== null) return event?.id === eventId;
  if (location !== null) return event !== null && roomKey(event.location) === roomKey(location);
  return true;
};

/** Whether somebody works at the whole festival, not at one event or in one room. */
export const isFestivalWide = ({ scope }: Pick<Staff, 'scope'>): boolean =>
  scope.eventId === null && scope.location === null;

type Worker = Pick<Staff, 'role' | 'scope'>;

export const isOrganiser = <S extends Pick<Staff, 'role'>>(
  staff: S | null,
): staff is S & { readonly role: 'organiser' } => staff?.role === 'organiser';

/**
 * Whether somebody may do the work that `roles` do, at this event. Work without an event, and at one that does not exist,
 * is only for those whose scope is the whole festival.
 */
export const mayWork = (staff: Worker | null, roles: readonly HelperRole[], event: ScopedEvent | null): boolean =>
  isOrganiser(staff) || (staff !== null && roles.some((role) => role === staff.role) && isInScope(staff.scope, event));
