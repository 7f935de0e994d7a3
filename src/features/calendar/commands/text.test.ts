import { expect, it } from 'vitest';
import type { FestivalEvent } from '#features/events/contract.ts';
import { calendarText } from './text.ts';

const event: FestivalEvent = {
  ...{
    id: 'catan',
    title: 'Catan Open',
    eventType: 'board-game',
    description: '',
    location: 'Ballroom A',
    host: 'Priya',
  },
  ...{ startTime: '2025-11-13T20:00:00.000Z', duration: 120, capacity: 16, currentRegistrations: 4, waiting: 0 },
  ...{
    googleDocUrl: null,
    tournamentType: null,
    status: 'upcoming',
    gameType: 'board',
    bracketDrawn: false,
    bracketDecided: false,
  },
  ...{ completedAt: null, editRevision: 3, revision: 9, lateMinutes: 0 },
};
const OPTIONS = { name: 'Games', zone: 'America/New_York', origin: null, reminds: true };

it('can be interrupted after each event, however many there are', () => {
  const events = Array.from({ length: 500 }, (_, index) => ({ ...event, id: `event-${index}` }));
  const work = calendarText(events, OPTIONS);
  let steps = 1;
  while (!work.next().done) steps += 1;
  expect(steps).toBe(events.length + 1);
});
