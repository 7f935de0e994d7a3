import { expect, it } from 'vitest';
import { shownEvent } from '#testing/shown-event.ts';
import { calendarText } from './text.ts';

const event = shownEvent({ editRevision: 3, revision: 9 });
const OPTIONS = { name: 'Games', zone: 'America/New_York', origin: null, reminds: true };

it('can be interrupted after each event, however many there are', () => {
  const events = Array.from({ length: 500 }, (_, index) => ({ ...event, id: `event-${index}` }));
  const work = calendarText(events, OPTIONS);
  let steps = 1;
  while (!work.next().done) steps += 1;
  expect(steps).toBe(events.length + 1);
});
