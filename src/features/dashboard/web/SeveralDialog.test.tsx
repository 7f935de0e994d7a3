import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { SeveralAct } from '#features/events/rules/several.ts';
import { answerCalls, type Heard, type Reply, renderInPage } from '#testing/page.tsx';
import { shownEvent } from '#testing/shown-event.ts';
import { userEvent } from '#testing/user-event.ts';
import { SeveralDialog } from './SeveralDialog.tsx';

const events = [
  shownEvent({ id: 'one', startTime: '2025-11-13T19:00:00.000Z', currentRegistrations: 0 }),
  shownEvent({ id: 'over', status: 'completed' }),
  shownEvent({ id: 'two', startTime: '2025-11-13T20:00:00.000Z', currentRegistrations: 0 }),
];

const open = (act: SeveralAct, replies: Record<string, (heard: Heard) => Reply>) => {
  const heard = answerCalls(replies);
  renderInPage(<SeveralDialog act={act} events={events} onClose={() => undefined} />, { events, admin: true });
  return () => heard.map(({ call, body }) => [call, body]);
};
const type = async (label: string, text: string, submit: string) => {
  await userEvent.type(screen.getByLabelText(label), text);
  await userEvent.click(screen.getByRole('button', { name: submit }));
};
const late = (): Reply => ({ body: events[0] });

it('says of each that is not over how late it is', async () => {
  const sent = open('delay', { 'PUT /api/events/one/late': late, 'PUT /api/events/two/late': late });
  screen.getByText(/^For 2 of the 3 selected/);
  await type('Minutes late', '15', 'Save');
  await screen.findByText('2 events');
  expect(sent()).toEqual([
    ['PUT /api/events/one/late', { minutes: 15 }],
    ['PUT /api/events/two/late', { minutes: 15 }],
  ]);
});

it('moves each to the room that was typed', async () => {
  const sent = open('room', { 'PATCH /api/events/one': late, 'PATCH /api/events/two': late });
  await type('Room', ' Library ', 'Save');
  await screen.findByText('2 events');
  expect(sent()).toEqual([
    ['PATCH /api/events/one', { location: 'Library' }],
    ['PATCH /api/events/two', { location: 'Library' }],
  ]);
});

it('takes each without people out of the programme', async () => {
  const sent = open('draft', { 'PATCH /api/events/one': late, 'PATCH /api/events/two': late });
  screen.getByText('For 2 of the 3 selected: those that have people or have begun stay in the programme.');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('2 events');
  expect(sent()).toEqual([
    ['PATCH /api/events/one', { draft: true }],
    ['PATCH /api/events/two', { draft: true }],
  ]);
});

it('tells the people of each event once, also when it is tried again after a failure', async () => {
  const answers = [
    { status: 201, body: {} },
    { status: 409, body: { code: 'X', message: 'No.' } },
    { status: 201, body: {} },
  ];
  const sent = open('message', { 'POST /api/messages': () => answers.shift() as Reply });
  await type('Message', 'Come early.', 'Send');
  await screen.findByText('No.');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(sent()).toHaveLength(3));
  expect(sent().map(([, body]) => (body as { eventId: string }).eventId)).toEqual(['one', 'two', 'two']);
});
