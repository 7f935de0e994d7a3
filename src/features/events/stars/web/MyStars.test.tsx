import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls, renderInPage } from '#testing/page.tsx';
import { shownEvent } from '#testing/shown-event.ts';
import { userEvent } from '#testing/user-event.ts';
import { MyStars } from './MyStars.tsx';
import { StarButton } from './StarButton.tsx';

const ZONE = 'America/New_York';
const [catan, azul] = [shownEvent(), shownEvent({ id: 'azul', title: 'Azul' })];

it('lists what interests, without what this device has a place in and what is over', async () => {
  const over = shownEvent({ id: 'over', status: 'completed' });
  answerCalls({ 'GET /api/stars': () => ({ body: ['catan', 'azul', 'over'] }) });
  renderInPage(<MyStars zone={ZONE} held={['azul']} />, { events: [catan, azul, over] });
  expect((await screen.findAllByRole('link', { name: 'Catan Open' })).length).toBe(1);
  expect(screen.getAllByRole('article')).toHaveLength(1);
});

it('sets a star, says once that it is no place, and takes it away', async () => {
  let stars: string[] = [];
  const heard = answerCalls({
    'GET /api/stars': () => ({ body: stars }),
    'PUT /api/events/catan/star': () => {
      stars = ['catan'];
      return { body: { eventId: 'catan' }, touches: 'stars' };
    },
    'DELETE /api/events/catan/star': () => {
      stars = [];
      return { status: 204, touches: 'stars' };
    },
  });
  renderInPage(<StarButton event={catan} />, { events: [catan] });
  const button = screen.getByRole('button', { name: 'Interested' });
  await userEvent.click(button);
  await screen.findByText('It is on My schedule. A star is no place.');
  await waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('true'));
  await userEvent.click(button);
  await waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('false'));
  expect(heard.filter(({ call }) => call.endsWith('/star')).map(({ call }) => call.split(' ')[0])).toEqual([
    'PUT',
    'DELETE',
  ]);
});

it('says why a star could not be set', async () => {
  answerCalls({
    'GET /api/stars': () => ({ body: [] }),
    'PUT /api/events/catan/star': () => ({ status: 404, body: { code: 'NOT_FOUND', message: 'It is gone.' } }),
  });
  renderInPage(<StarButton event={catan} iconOnly />, { events: [catan] });
  await userEvent.click(screen.getByRole('button', { name: 'Interested in Catan Open' }));
  await screen.findByText('It is gone.');
});
