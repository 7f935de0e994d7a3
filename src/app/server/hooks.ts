/** What slices call in slices that they must not import. */
import type { Hooks } from '#features/access/commands/writes.ts';
import { record } from '#features/audit/commands.ts';
import { nameEntries } from '#features/audit/store.ts';
import { sayCall, settleCalls } from '#features/brackets/commands/calls.ts';
import { complete } from '#features/brackets/commands/completions.ts';
import { checkInByHand } from '#features/check-in/commands/by-staff.ts';
import { dropTapsOf } from '#features/check-in/store.ts';
import { sayDecision } from '#features/claims/commands.ts';
import { sayUrgent } from '#features/messages/commands.ts';
import { notifyEvent, notifyPlace, sayChanged, sayPlace, sayStarts } from '#features/notices/commands.ts';
import { awardPoints } from '#features/points/commands/events.ts';
import { tell } from '#features/push/commands/tell.ts';
import { changeCapacity } from '#features/rsvps/commands/seats.ts';
import { showCeremony } from '#features/screens/store.ts';
import { endWaiting, renamePlaces, seatLine } from '#features/waiting/commands.ts';

export const hooksWith = (admission: Hooks['admission']): Hooks => ({
  admission,
  record,
  nameChanges: nameEntries,
  renamePlaces,
  changeCapacity,
  seatLine,
  endWaiting,
  complete,
  settleCalls,
  awardPoints,
  showCeremony,
  checkIn: checkInByHand,
  dropTapsOf,
  notifyPlace,
  notifyEvent,
  tell,
  say: {
    starts: sayStarts,
    changed: sayChanged,
    promoted: sayPlace,
    called: sayCall,
    points: sayDecision,
    urgent: sayUrgent,
  },
});
