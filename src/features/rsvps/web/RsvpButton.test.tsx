import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInPage, shownFestival } from '#testing/page.tsx';
import { shownEvent } from '#testing/shown-event.ts';
import { userEvent } from '#testing/user-event.ts';
import { RsvpButton } from './RsvpButton.tsx';

const googleDocUrl = 'https://example.org/sheet';
const full = { currentRegistrations: 16 };
const show = (event: Parameters<typeof shownEvent>[0], registered: boolean, pending: boolean) => {
  const pressed: string[] = [];
  renderInPage(
    <RsvpButton
      event={shownEvent(event)}
      registered={registered}
      pending={pending}
      onRsvp={(id) => pressed.push(id)}
    />,
  );
  return pressed;
};
const describedBy = (element: HTMLElement) =>
  document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent;

it('links to the document of an event that has one, whatever else applies', () => {
  show({ ...full, googleDocUrl }, true, true);
  expect(screen.getByRole('link', { name: 'JOIN EVENT' }).getAttribute('href')).toBe(googleDocUrl);
});

it.each([
  ['this device has a place', full, true, 'REGISTERED', /^You have a place/],
  ['the event is full', full, false, 'FULL', /^This event is full\.$/],
  ['the event is full and over', { ...full, status: 'completed' }, false, 'FULL', /^This event is over\.$/],
  ['the event is completed', { status: 'completed' }, false, 'Finished', /^This event is over\.$/],
  ['the event’s end has passed', { startTime: '2025-11-13T16:00:00.000Z' }, false, 'Ended', /^This event has ended\.$/],
  ['the bracket is drawn', { bracketDrawn: true }, false, 'Started: look at the bracket', /already drawn/],
  ['a registration is pending', {}, false, 'RSVP', /^Another place is being sent\.$/],
] as const)('is disabled and says why when %s', async (_, event, registered, name, reason) => {
  const pressed = show(event, registered, true);
  const button = screen.getByRole('button', { name });
  expect(describedBy(button)).toMatch(reason);
  await userEvent.click(button);
  expect(pressed).toEqual([]);
});

it('asks for a place that is drawn later', () => {
  const festival = { ...shownFestival, registrationOpensAt: '2025-11-13T17:00:00.000Z' };
  const button = (
    <RsvpButton event={shownEvent({ ...full, lottery: true })} registered={false} pending={false} onRsvp={() => 0} />
  );
  renderInPage(button, { festival });
  screen.getByRole('button', { name: 'ASK FOR A PLACE', description: '' });
});

it('says of a place that is drawn that nobody has said when', () => {
  show({ lottery: true }, false, false);
  const button = screen.getByRole('button', { name: 'NOT OPEN YET' });
  expect(describedBy(button)).toBe('Nobody has said yet when the places open.');
});

it.each(['upcoming', 'in-progress'] as const)('opens the registration of an event that is %s', async (status) => {
  const pressed = show({ status }, false, false);
  await userEvent.click(screen.getByRole('button', { name: 'RSVP' }));
  expect(pressed).toEqual(['catan']);
});
