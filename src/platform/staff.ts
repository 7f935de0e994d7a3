/** The same rule for the server and every screen. */

import { roomKey } from './names.ts';

export const HELPER_ROLES = ['door', 'judge', 'host', 'points', 'library'] as const;
export type HelperRole = (typeof HELPER_ROLES)[number];

/** One event, one room, or neither for the whole festival. */
export type Scope = { readonly eventId: string | null; readonly location: string | null };
export const WHOLE_FESTIVAL: Scope = { eventId: null, location: null };

/** An organiser may do everything. `name` is for the list of changes; null where none was given. */
export type Staff = {
  readonly sessionId: string;
  readonly role: 'organiser' | HelperRole;
  readonly scope: Scope;
  readonly name: string | null;
};

export const DOOR: readonly HelperRole[] = ['door', 'host'];
export const JUDGE: readonly HelperRole[] = ['judge', 'host'];
export const HOST: readonly HelperRole[] = ['host'];
/** Who works the queue of an event. */
export const QUEUE: readonly HelperRole[] = ['host', 'door', 'judge'];
export const POINTS: readonly HelperRole[] = ['points'];
/** Who lends games and looks after open games. */
export const LIBRARY: readonly HelperRole[] = ['host', 'points', 'library'];

/** A room's scope holds the events that are in the room now. */
export type ScopedEvent = { readonly id: string; readonly location: string };

/** `event` is null for none, or for one that does not exist. */
export const isInScope = ({ eventId, location }: Scope, event: ScopedEvent | null): boolean => {
  if (eventId !== null) return event?.id === eventId;
  if (location !== null) return event !== null && roomKey(event.location) === roomKey(location);
  return true;
};

export const isFestivalWide = ({ scope }: Pick<Staff, 'scope'>): boolean =>
  scope.eventId === null && scope.location === null;

type Worker = Pick<Staff, 'role' | 'scope'>;

export const isOrganiser = <S extends Pick<Staff, 'role'>>(
  staff: S | null,
): staff is S & { readonly role: 'organiser' } => staff?.role === 'organiser';

/** For what belongs to no event, so that no scope limits it. */
export const hasRole = (staff: Pick<Staff, 'role'> | null, roles: readonly HelperRole[]): boolean =>
  isOrganiser(staff) || roles.some((role) => role === staff?.role);

/** They work at no event, so no scope limits them. */
export const isEverywhere = (role: Staff['role']): boolean => role === 'points' || role === 'library';

/** Without an event, or at an event that does not exist, only staff of the whole festival may work. */
export const mayWork = (staff: Worker | null, roles: readonly HelperRole[], event: ScopedEvent | null): boolean =>
  isOrganiser(staff) || (staff !== null && roles.some((role) => role === staff.role) && isInScope(staff.scope, event));
