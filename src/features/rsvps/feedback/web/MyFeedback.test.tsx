import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls, type Heard, renderInPage } from '#testing/page.tsx';
import { shownEvent } from '#testing/shown-event.ts';
import { userEvent } from '#testing/user-event.ts';
import type { Feedback } from '../contract.ts';
import { FeedbackCard } from './FeedbackCard.tsx';
import { MyFeedback } from './MyFeedback.tsx';

const over = shownEvent({ status: 'completed' });
const place = { id: 'r1', eventId: 'catan', playerName: 'Alex', checkedIn: true };

const open = (places: object[], events = [over]) => {
  let said: Feedback[] = [];
  const heard: Heard[] = answerCalls({
    'GET /api/rsvps/my': () => ({ body: places }),
    'GET /api/feedback/my': () => ({ body: said }),
    'POST /api/events/catan/feedback': ({ body }) => {
      said = [{ eventId: 'catan', ...(body as { stars: number; text: string }) }];
      return { body: said[0], touches: 'feedback' };
    },
  });
  renderInPage(<MyFeedback />, { events });
  return heard;
};

it('asks by one press, then for a line, and shows what was said', async () => {
  const heard = open([place]);
  await userEvent.click(await screen.findByRole('button', { name: '4 stars' }));
  await screen.findByText('You may add a line.');
  const line = await screen.findByLabelText(/^A line for the organisers/);
  expect(screen.getByRole('button', { name: '4 stars' }).getAttribute('aria-pressed')).toBe('true');
  await userEvent.type(line, 'More dice');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText('The hosts read it.');
  expect(heard.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body)).toEqual([
    { stars: 4, text: '' },
    { stars: 4, text: 'More dice' },
  ]);
});

it.each([
  ['nobody was checked in', [{ ...place, checkedIn: false }], [over]],
  ['the event goes on', [place], [shownEvent({ status: 'in-progress' })]],
] as const)('asks nothing when %s', async (_, places, events) => {
  const heard = open([...places], [...events]);
  await screen.findByRole('main');
  expect(screen.queryByRole('region', { name: 'How was it?' })).toBeNull();
  expect(heard.some(({ call }) => call === 'GET /api/feedback/my')).toBe(false);
});

it('shows the desk the average and the lines', async () => {
  const said = [
    { stars: 5, text: '' },
    { stars: 2, text: 'Too loud.' },
  ];
  answerCalls({ 'GET /api/events/catan/feedback': () => ({ body: said }) });
  renderInPage(<FeedbackCard event={over} />, { events: [over], admin: true });
  await screen.findByText('3.5 of 5 stars from 2 phones');
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['2 of 5: Too loud.']);
});
