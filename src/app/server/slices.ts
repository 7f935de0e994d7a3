/**
 * In the order of a festival file's lists; a row comes after the rows it refers to. Access deletes a forgotten visitor
 * after their data; audit runs after the transactions that changed these.
 */
import type { Duties, FindProblems, Registered } from '#database/duties.ts';
import type { Hooks } from '#features/access/commands/writes.ts';
import { accessDuties } from '#features/access/duties.ts';
import { amendmentDuties } from '#features/amendments/duties.ts';
import { announcementDuties } from '#features/announcements/duties.ts';
import { auditDuties } from '#features/audit/duties.ts';
import { settleCalls } from '#features/brackets/commands/calls.ts';
import { bracketDuties } from '#features/brackets/duties.ts';
import { sayOfMatch } from '#features/brackets/reports/commands.ts';
import { reportDuties } from '#features/brackets/reports/duties.ts';
import { calendarDuties } from '#features/calendar/duties.ts';
import { checkInByHand } from '#features/check-in/commands/by-staff.ts';
import { checkInDuties } from '#features/check-in/duties.ts';
import { dropTapsOf } from '#features/check-in/store.ts';
import { deviceDuties } from '#features/devices/duties.ts';
import { eventDuties } from '#features/events/duties.ts';
import { eventEditDuties } from '#features/events/edits/duties.ts';
import { starDuties } from '#features/events/stars/duties.ts';
import { festivalDuties } from '#features/festival/duties.ts';
import { inventoryDuties } from '#features/inventory/duties.ts';
import { openGameDuties, openGamePlayerDuties } from '#features/inventory/open-games/duties.ts';
import { registrationDuties } from '#features/limits/duties.ts';
import { sayUrgent } from '#features/news/messages/commands.ts';
import { messageDuties } from '#features/news/messages/duties.ts';
import { notifyPlace, sayChanged, sayPlace, sayStarts } from '#features/news/notices/commands.ts';
import { noticeDuties } from '#features/news/notices/duties.ts';
import { pushDuties } from '#features/news/push/duties.ts';
import { userDuties } from '#features/people/users/duties.ts';
import { sayDecision } from '#features/points/claims/commands.ts';
import { claimDuties } from '#features/points/claims/duties.ts';
import { freezeDuties, pointDuties } from '#features/points/duties.ts';
import { scoreDuties } from '#features/points/scores/duties.ts';
import { queueCalls, sayTurn } from '#features/queue/commands.ts';
import { queueDuties } from '#features/queue/duties.ts';
import { rsvpDuties } from '#features/rsvps/duties.ts';
import { feedbackDuties } from '#features/rsvps/feedback/duties.ts';
import { noShowDuties } from '#features/rsvps/no-shows/duties.ts';
import { screenDuties } from '#features/screens/duties.ts';
import { pictureDuties } from '#features/screens/pictures/duties.ts';
import { showCeremony } from '#features/screens/store.ts';
import { staffDuties } from '#features/staff/duties.ts';
import { requestPlaces, seatLine, withdrawRequest } from '#features/waiting/commands.ts';
import { waitingDuties } from '#features/waiting/duties.ts';
import { lotteryDuties } from '#features/waiting/lottery/duties.ts';

/** Slices must not import the slices that supply these. */
export const hooksWith = (admission: Hooks['admission']): Hooks => ({
  admission,
  seatLine,
  requestPlaces,
  withdrawRequest,
  settleCalls,
  showCeremony,
  checkIn: checkInByHand,
  dropTapsOf,
  notifyPlace,
  queueCalls,
  say: {
    starts: sayStarts,
    changed: sayChanged,
    promoted: sayPlace,
    called: (context, subject) => ('queued' in JSON.parse(subject.about) ? sayTurn : sayOfMatch)(context, subject),
    points: sayDecision,
    urgent: sayUrgent,
  },
});

export const SLICES: readonly Duties[] = [
  eventDuties,
  eventEditDuties,
  userDuties,
  // Before the places: a forgotten visitor's freed seat must not go to them, and importing places counts the lines.
  waitingDuties,
  lotteryDuties,
  rsvpDuties,
  noShowDuties,
  starDuties,
  feedbackDuties,
  queueDuties,
  amendmentDuties,
  noticeDuties,
  messageDuties,
  pushDuties,
  inventoryDuties,
  openGameDuties,
  openGamePlayerDuties,
  bracketDuties,
  reportDuties,
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
 * A removed burst leaves from the end and comes back from the beginning: an event's line must neither get the seats of
 * its places when they leave nor take them when they come back.
 */
export const REGISTERED: readonly Registered[] = [
  userDuties,
  rsvpDuties,
  waitingDuties,
  inventoryDuties,
  openGameDuties,
  openGamePlayerDuties,
  queueDuties,
  claimDuties,
].flatMap(({ registered }) => registered ?? []);

export const findProblems: FindProblems = async (db) => {
  const found: string[] = [];
  for (const { problems } of SLICES) found.push(...((await problems?.(db)) ?? []));
  return found;
};
