import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls, NOW, renderInPage } from '#testing/page.tsx';
import { shownEvent } from '#testing/shown-event.ts';
import { userEvent } from '#testing/user-event.ts';
import { Coming } from './Coming.tsx';

const soon = shownEvent({ releaseAfter: 10, startTime: new Date(Date.parse(NOW) + 4 * 60_000).toISOString() });
const place = { id: 'r-rosa', eventId: 'catan', playerName: 'Rosa', checkedIn: false };

it('keeps a place with one press shortly before the start', async () => {
  const heard = answerCalls({ 'PUT /api/rsvps/r-rosa/coming': () => ({ body: { ...place, coming: true } }) });
  renderInPage(<Coming event={soon} rsvp={place} />);
  await userEvent.click(await screen.findByRole('button', { name: 'I am coming' }));
  expect(heard.map(({ call }) => call)).toEqual(['PUT /api/rsvps/r-rosa/coming']);
});

it('says that a place is kept', async () => {
  renderInPage(<Coming event={soon} rsvp={{ ...place, coming: true }} />);
  await screen.findByText(/kept a quarter of an hour longer/);
  expect(screen.queryByRole('button')).toBeNull();
});

it.each([
  ['who is there', soon, { ...place, checkedIn: true }],
  ['earlier', shownEvent({ releaseAfter: 10 }), place],
  ['where no place is given away', { ...soon, releaseAfter: null }, place],
])('asks nobody %s', (_, event, rsvp) => {
  renderInPage(<Coming event={event} rsvp={rsvp} />);
  expect(screen.queryByRole('status')).toBeNull();
});
