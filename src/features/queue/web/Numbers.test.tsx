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
  ...{
    id: 'q1',
    eventId: 'catan',
    name: 'Rosa',
    note: null,
    state: 'waiting',
    position: 4,
    about: 12,
    seen: false,
    absences: 0,
  },
};

function open(numbers: readonly MyQueueEntry[] = [], of = event, more: Parameters<typeof answerCalls>[0] = {}) {
  const heard = answerCalls({
    'GET /api/queue/my': () => ({ body: numbers }),
    'GET /api/names/my': () => ({ body: [] }),
    [TAKE]: () => ({ status: 201, body: { id: 'q1', position: 4, about: 12 } }),
    'DELETE /api/queue/q1': () => ({ status: 204 }),
    ...more,
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

it('asks whether somebody with the name of an account is a friend, and goes on', async () => {
  const heard = open([], event, {
    [TAKE]: ({ body }) =>
      (body as { isFriend?: boolean }).isFriend
        ? { status: 201, body: { id: 'q1', position: 4, about: 12 } }
        : {
            status: 409,
            body: { code: 'NAME_OF_ACCOUNT', message: 'Zelda has an account. Is this you?', field: 'playerName' },
          },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Take a number' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText(/Your Name/), 'Zelda');
  await userEvent.click(dialog.getByRole('button', { name: 'Take a number' }));
  await dialog.findByText('Zelda has an account. Is this you?');
  await userEvent.click(dialog.getByRole('button', { name: 'A friend, go on' }));
  await screen.findByText('Zelda: 4th, about 12 minutes');
  expect(heard.filter(({ call }) => call === TAKE)).toHaveLength(2);
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
