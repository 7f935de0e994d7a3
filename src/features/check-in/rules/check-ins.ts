import { person } from '#features/audit/rules/people.ts';
import { MINUTE } from '#platform/durations.ts';
import type { StaffRsvp } from '../contract.ts';
import type { UndoMinutes } from './codes.ts';

export type CheckedInBy = NonNullable<StaffRsvp['checkedInBy']>;

export const undoSince = (minutes: UndoMinutes, now: string): string =>
  new Date(Date.parse(now) - minutes * MINUTE).toISOString();

type CheckedIn = Pick<StaffRsvp, 'checkedInBy' | 'checkedInAt'>;

export const madeByCode = <P extends CheckedIn>(places: readonly P[], minutes: UndoMinutes, now: string): P[] =>
  places.filter((place) => place.checkedInBy === 'code' && (place.checkedInAt ?? '') >= undoSince(minutes, now));

/** `visitorId` is null for a walk-in. */
export type HeldPlace = { readonly rsvp: StaffRsvp; readonly visitorId: string | null };

export const holderOf = ({ rsvp: { id, playerName }, visitorId }: HeldPlace) => person(id, playerName, visitorId);

/** Without the email, which is deleted after the festival while the audit stays. */
export function auditedPlace(place: HeldPlace) {
  const { playerEmail: _, checkedInByName: __, answers: ___, ...rsvp } = place.rsvp;
  return { ...rsvp, playerName: holderOf(place) };
}
