/**
 * The duties of every slice that stores data. The order is that of the lists in a festival file; a row comes after the
 * rows it refers to. When forgetting, access deletes the visitor after their data, and audit runs after all transactions
 * that changed these have committed.
 */
import type { Duties, Registered } from '#database/duties.ts';
import { accessDuties } from '#features/access/duties.ts';
import { amendmentDuties } from '#features/amendments/duties.ts';
import { announcementDuties } from '#features/announcements/duties.ts';
import { auditDuties } from '#features/audit/duties.ts';
import { bracketDuties } from '#features/brackets/duties.ts';
import { calendarDuties } from '#features/calendar/duties.ts';
import { checkInDuties } from '#features/check-in/duties.ts';
import { claimDuties } from '#features/claims/duties.ts';
import { deviceDuties } from '#features/devices/duties.ts';
import { eventDuties } from '#features/events/duties.ts';
import { festivalDuties } from '#features/festival/duties.ts';
import { inventoryDuties } from '#features/inventory/duties.ts';
import { messageDuties } from '#features/messages/duties.ts';
import { noticeDuties } from '#features/notices/duties.ts';
import { pictureDuties } from '#features/pictures/duties.ts';
import { freezeDuties, pointDuties } from '#features/points/duties.ts';
import { pushDuties } from '#features/push/duties.ts';
import { registrationDuties } from '#features/registrations/duties.ts';
import { rsvpDuties } from '#features/rsvps/duties.ts';
import { scoreDuties } from '#features/scores/duties.ts';
import { screenDuties } from '#features/screens/duties.ts';
import { staffDuties } from '#features/staff/duties.ts';
import { userDuties } from '#features/users/duties.ts';
import { waitingDuties } from '#features/waiting/duties.ts';

export const SLICES: readonly Duties[] = [
  eventDuties,
  userDuties,
  // Before the places: a forgotten visitor's freed seat must not go to them, and importing places counts the lines.
  waitingDuties,
  rsvpDuties,
  amendmentDuties,
  noticeDuties,
  messageDuties,
  pushDuties,
  inventoryDuties,
  bracketDuties,
  pointDuties,
  freezeDuties,
  claimDuties,
  pictureDuties,
  screenDuties,
  scoreDuties,
  registrationDuties,
  checkInDuties,
  announcementDuties,
  festivalDuties,
  calendarDuties,
  deviceDuties,
  accessDuties,
  staffDuties,
  auditDuties,
];

/**
 * What devices register. A removed burst leaves from the end of this list and comes back from its beginning: the line of an event must
 * neither get the seats of its places when they leave nor take them when they come back.
 */
export const REGISTERED: readonly Registered[] = [
  userDuties,
  rsvpDuties,
  waitingDuties,
  inventoryDuties,
  claimDuties,
].flatMap(({ registered }) => registered ?? []);
