import type { FestivalEvent } from '#features/events/contract.ts';

/** An event as a visitor receives it, by default at 3 PM of the first day. */
export const shownEvent = (said: Partial<FestivalEvent> = {}): FestivalEvent => ({
  id: 'catan',
  title: 'Catan Open',
  eventType: 'board-game',
  description: 'Trade, build, betray.',
  startTime: '2025-11-13T20:00:00.000Z',
  duration: 120,
  location: 'Ballroom A',
  host: 'Priya',
  capacity: 16,
  currentRegistrations: 4,
  waiting: 0,
  lateMinutes: 0,
  googleDocUrl: null,
  format: null,
  tournamentType: null,
  status: 'upcoming',
  gameType: 'board',
  points: null,
  bracketDrawn: false,
  bracketDecided: false,
  completedAt: null,
  editRevision: 1,
  revision: 1,
  ...said,
});
