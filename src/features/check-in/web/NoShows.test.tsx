import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls, renderInPage } from '#testing/page.tsx';
import { shownEvent } from '#testing/shown-event.ts';
import { userEvent } from '#testing/user-event.ts';
import { NoShows } from './NoShows.tsx';

const event = shownEvent({ status: 'in-progress' });
const [mo, kit] = [
  { id: 'r-mo', playerName: 'Mo' },
  { id: 'r-kit', playerName: 'Kit' },
];

function open(missing: readonly object[], released: readonly object[]) {
  const heard = answerCalls({
    'GET /api/events/catan/no-shows': () => ({ body: { missing, released } }),
    'POST /api/events/catan/release': () => ({ body: { released: missing.length } }),
    'PUT /api/rsvps/r-kit/check-in': () => ({
      status: 409,
      body: { code: 'EVENT_FULL', message: 'No place is free.' },
    }),
  });
  renderInPage(<NoShows event={event} />, { admin: true });
  return heard;
}

it('gives the places of who is missing to the line with one press', async () => {
  const heard = open([mo, kit], []);
  await screen.findByText('Mo and Kit');
  await userEvent.click(screen.getByRole('button', { name: 'Give 2 places to the line' }));
  await screen.findByText('2 places given to the line');
  expect(heard.find(({ call }) => call.startsWith('POST'))?.body).toEqual({ rsvpIds: ['r-mo', 'r-kit'] });
});

it('checks somebody in whose place was given away, or says that none is free', async () => {
  open([], [kit]);
  const row = within(await screen.findByRole('list', { name: 'Given to the line' }));
  row.getByText('· given to the line');
  await userEvent.click(row.getByRole('button', { name: 'Check in Kit' }));
  await screen.findByText('No place is free.');
});
