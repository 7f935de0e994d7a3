import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { unlocked } from '#features/access/web/state.ts';
import { answerCalls, type Reply, renderInPage } from '#testing/page.tsx';
import { shownEvent } from '#testing/shown-event.ts';
import { staffPlace } from '#testing/staff-place.ts';
import { userEvent } from '#testing/user-event.ts';
import { QrCheckIn } from '../QrCheckIn.tsx';

const LIST = 'GET /api/events/catan/rsvps';
const PUT = 'PUT /api/rsvps/Alex/check-in';
const there = { checkedIn: true, checkedInAt: '2025-11-13T17:58:00.000Z', checkedInBy: 'staff' } as const;
const NOBODY: Reply = { status: 404, body: { code: 'NOT_FOUND', message: 'Nobody has this code.', field: 'code' } };

const open = async (coded: () => Reply) => {
  const heard = answerCalls({
    [LIST]: () => ({ body: [staffPlace('Alex'), staffPlace('Zoë')] }),
    [`${LIST}?code=ABCDEF`]: coded,
    [PUT]: () => ({ body: staffPlace('Alex', there), touches: 'rsvps' }),
  });
  unlocked();
  renderInPage(<QrCheckIn zone="America/New_York" />, { events: [shownEvent()] });
  await screen.findByText('0 of 2 checked in');
  return () => heard.filter(({ call }) => call === PUT).length;
};
const field = () => screen.getByLabelText('Find or add a person');

it('a badge’s address and Enter, as a scanner types them, check in whose it is', async () => {
  const sent = await open(() => ({ body: [staffPlace('Alex')] }));
  await userEvent.type(field(), 'https://festival.example/scoreboard#ABCDEF{Enter}');
  await screen.findByText('Checked in');
  expect(sent()).toBe(1);
  expect(field()).toHaveProperty('value', '');
});

it('a typed code shows whose place it is, for one tap', async () => {
  const sent = await open(() => ({ body: [staffPlace('Alex')] }));
  await userEvent.type(field(), 'abc-def');
  const places = await screen.findByRole('list', { name: 'Places' });
  await waitFor(() => expect(within(places).getAllByRole('listitem')).toHaveLength(1));
  await userEvent.click(within(places).getByRole('button', { name: /^Alex/ }));
  await waitFor(() => expect(sent()).toBe(1));
});

it.each<[string, Reply, string]>([
  [
    'is unknown or has no place here',
    { body: [] },
    'No badge has this code, or its person has no place here. Type the name on the badge to add a walk-in.',
  ],
  ['is unknown', NOBODY, 'Nobody has this code.'],
])('says so when the badge %s', async (_, reply, words) => {
  const sent = await open(() => reply);
  await userEvent.type(field(), 'ABCDEF{Enter}');
  expect((await screen.findAllByText(words)).length).toBeGreaterThan(0);
  expect(sent()).toBe(0);
});

const CODE = {
  name: 'Add walk-in',
  description: 'This may be a code. Type the name on the badge. Is it a name? Add an initial.',
};

it('without a network a code is no walk-in, and a name that looks like one is found', async () => {
  await open(() => {
    throw new TypeError('Failed to fetch');
  });
  await userEvent.type(field(), 'ABCDEF');
  screen.getByRole('button', CODE);
  await screen.findByText('A badge can only be looked up with a connection. Type the name on it.');
  expect(screen.queryByText(/^Nobody called/)).toBeNull();
  await userEvent.clear(field());
  await userEvent.type(field(), 'Alex');
  await screen.findByRole('button', { name: /^Alex/ });
});

it('a code of a badge is not added as the name of a walk-in', async () => {
  await open(() => ({ body: [] }));
  await userEvent.type(field(), 'ABCDEF');
  await screen.findByRole('button', CODE);
});
