import type { StaffRsvp } from '#features/check-in/contract.ts';

/** A place of the event `catan` as staff receive it, by default of a person who is not there yet. */
export const staffPlace = (playerName: string, said: Partial<StaffRsvp> = {}): StaffRsvp => ({
  id: playerName,
  eventId: 'catan',
  playerName,
  checkedIn: false,
  checkedInAt: null,
  checkedInBy: null,
  checkedInByName: null,
  createdAt: '2025-11-13T12:00:00.000Z',
  ...said,
});
