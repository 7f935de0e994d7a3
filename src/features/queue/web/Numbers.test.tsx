import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { rememberName } from '#features/people/names/web/state.ts';
import { answerCalls, renderInPage } from '#testing/page.tsx';
import { shownEvent } from '#testing/shown-event.ts';
import { userEvent } from '#testing/user-event.ts';
import type { MyQueueEntry } from '../contract.ts';
import { NumberButton } from './Numbers.tsx';

const event = shownEvent({ queue: true, startTime: '2025-11-13T18:00:00.000Z' });
const TAKE = 'POST /api/events/catan/queue';
const mine: MyQueueEntry = {
  ...{ id: 'q1', eventId: 'catan', name: 'Rosa', note: null, state: 'waiting', position: 4, about: 12, seen: false },
};

function open(numbers: readonly MyQueueEntry[] = [], of = event) {
  const heard = answerCalls({
    'GET /api/queue/my': () => ({ body: numbers }),
    'GET /api/names/my': () => ({ body: [] }),
    [TAKE]: () => ({ status: 201, body: { id: 'q1', position: 4, about: 12 } }),
    'DELETE /api/queue/q1': () => ({ status: 204 }),
  });
  renderInPage(<NumberButton event={of} />, { events: [of] });
  return heard;
}

it('takes a number with two presses where the phone knows the name', async () => {
  rememberName('Rosa');
  const heard = open();
  await userEvent.click(screen.getByRole('button', { name: 'Take a number' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Take a number' }));
  await screen.findByText('Rosa: 4th, about 12 minutes');
  expect(heard.find(({ call }) => call === TAKE)?.body).toEqual({ playerName: 'Rosa' });
});

it('says where a person is in the queue, and gives the number back with one press', async () => {
  const heard = open([mine]);
  await screen.findByText('4th, about 12 minutes');
  await userEvent.click(screen.getByRole('button', { name: 'Give the number back: Rosa' }));
  await expect.poll(() => heard.some(({ call }) => call === 'DELETE /api/queue/q1')).toBe(true);
});

it('gives out no number while the queue is paused, or when three of the phone wait', async () => {
  open([], { ...event, queuePaused: true });
  expect(screen.getByRole('button', { name: 'Take a number' }).getAttribute('aria-disabled')).toBe('true');
});
