import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInPage } from '#testing/page.tsx';
import { shownEvent } from '#testing/shown-event.ts';
import { EventFields } from './EventFields.tsx';
import { EMPTY_FORM } from './event-form.ts';

const ZONE = 'America/New_York';
const past = shownEvent({ startTime: '2025-11-13T16:00:00.000Z' });

it.each([
  ['that is now', '2025-11-13T13:00', undefined, false],
  ['a minute ago', '2025-11-13T12:59', undefined, true],
  ['that nobody typed yet', '', undefined, false],
  ['with a half-typed year', '0020-11-13T12:59', undefined, false],
  ['that the edited event has', '2025-11-13T11:00', past.id, false],
  ['that the edited event gets', '2025-11-13T11:30', past.id, true],
])('says of a start %s whether it is in the past', (_, startTime, eventId, isPast) => {
  renderInPage(
    <EventFields
      form={{ ...EMPTY_FORM, startTime }}
      problems={{}}
      zone={ZONE}
      eventId={eventId}
      onChange={() => undefined}
    />,
    { events: [past] },
  );
  const said = isPast ? 'This is in the past. ' : '';
  const field = screen.getByLabelText<HTMLInputElement>(/^Start Time/);
  const hint = document.getElementById(field.getAttribute('aria-describedby') ?? '');
  expect(hint?.textContent).toBe(`${said}In the festival’s zone, America/New York.`);
});
