import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls, type Heard, NOW, type Reply, renderInPage } from '#testing/page.tsx';
import { shownEvent } from '#testing/shown-event.ts';
import { findDialog, userEvent } from '#testing/user-event.ts';
import type { EventStatus, FestivalEvent } from '../contract.ts';
import { EventControl } from './EventControl.tsx';

const catan = shownEvent({ id: 'catan', title: 'Catan' });
const kart = shownEvent({ id: 'kart', title: 'Kart Cup', tournamentType: 'single-elimination', status: 'in-progress' });
const quiz = shownEvent({ id: 'quiz', title: 'Quiz', status: 'completed', tournamentType: 'double-elimination' });
let there: FestivalEvent[];

const set = (id: string, status: EventStatus): Reply => {
  const completedAt = status === 'completed' ? NOW : null;
  there = there.map((event) => (event.id === id ? { ...event, status, completedAt } : event));
  return { body: there.find((event) => event.id === id), touches: 'events' };
};
const open = (replies: Record<string, (heard: Heard) => Reply | Promise<Reply>> = {}, events = [catan, kart, quiz]) => {
  there = events;
  const heard = answerCalls({ 'GET /api/events': () => ({ body: there }), ...replies });
  renderInPage(<EventControl zone="America/New_York" bracket={({ title }) => `bracket of ${title}`} />, {
    at: '/admin/control',
    events,
    admin: true,
  });
  return () => heard.filter(({ call }) => !call.startsWith('GET')).map(({ call, body }) => [call, body]);
};
/** A toast's text is in the page a second time while it is announced. */
const toasted = (words: string) => screen.findAllByText(words, { selector: '[role] *' });
const lines = (name: string) =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('article')
    .map((row) => [within(row).getByRole('heading').textContent, within(row).queryByRole('button')?.textContent]);

it('lists every tournament with its bracket buttons, and every event’s next step: live first, completed last', () => {
  open();
  expect(lines('Event status')).toEqual([
    ['Kart Cup', 'Complete Event'],
    ['Catan', 'Start Event'],
    ['Quiz', undefined],
  ]);
  expect(lines('Tournaments').map(([title]) => title)).toEqual(['Kart Cup', 'Quiz']);
  screen.getByText('bracket of Kart Cup');
});

it('starts, completes and takes that back, one step at a time and in one place', async () => {
  const asked = open({
    'PATCH /api/events/catan/status': ({ body }) => set('catan', (body as { status: EventStatus }).status),
    'POST /api/events/catan/undo-completion': () => set('catan', 'in-progress'),
  });
  await userEvent.click(screen.getByRole('button', { name: 'Start Event: Catan' }));
  const complete = await screen.findByRole('button', { name: 'Complete Event: Catan' });
  await userEvent.click(complete);
  const undo = await screen.findByRole('button', { name: 'Undo: put Catan back in progress' });
  await toasted('Event Completed');
  await userEvent.click(undo);
  await screen.findByRole('button', { name: 'Complete Event: Catan' });
  expect(asked()).toEqual([
    ['PATCH /api/events/catan/status', { status: 'in-progress' }],
    ['PATCH /api/events/catan/status', { status: 'completed' }],
    ['POST /api/events/catan/undo-completion', undefined],
  ]);
});

it('asks before an undecided tournament is completed, and completes it anyway', async () => {
  const message = 'The final is not decided. Complete anyway?';
  const asked = open({
    'PATCH /api/events/kart/status': ({ body }) =>
      (body as { onlyDecided?: boolean }).onlyDecided
        ? { status: 409, body: { code: 'UNDECIDED', message } }
        : set('kart', 'completed'),
  });
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
  await press('Complete Event: Kart Cup');
  const dialog = within(await findDialog());
  dialog.getByText(message);
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(asked()).toHaveLength(1);
  await press('Complete Event: Kart Cup');
  await userEvent.click(within(await findDialog()).getByRole('button', { name: 'Complete Event' }));
  await screen.findByRole('button', { name: 'Undo: put Kart Cup back in progress' });
  expect(asked().map(([, body]) => body)).toEqual([
    ...[{ status: 'completed', onlyDecided: true }],
    ...[{ status: 'completed', onlyDecided: true }],
    { status: 'completed' },
  ]);
});

it('says what was done also when the list has the new status before the answer', async () => {
  const answer = Promise.withResolvers<Reply>();
  open({
    'PATCH /api/events/catan/status': () => answer.promise,
    'PATCH /api/events/kart/status': () => set('kart', 'completed'),
  });
  await userEvent.click(screen.getByRole('button', { name: 'Start Event: Catan' }));
  const reply = set('catan', 'in-progress');
  await userEvent.click(screen.getByRole('button', { name: 'Complete Event: Kart Cup' }));
  await screen.findByRole('button', { name: 'Complete Event: Catan' });
  answer.resolve(reply);
  await toasted('Event Started');
});

it('ignores the second half of a double tap, and a held Enter key', async () => {
  const asked = open({
    'PATCH /api/events/kart/status': () => set('kart', 'completed'),
    'PATCH /api/events/catan/status': () => set('catan', 'in-progress'),
  });
  const complete = screen.getByRole('button', { name: 'Complete Event: Kart Cup' });
  fireEvent.click(complete, { detail: 2 });
  expect(fireEvent.keyDown(complete, { key: 'Enter', repeat: true })).toBe(false);
  expect(fireEvent.keyDown(complete, { key: 'Enter' })).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Start Event: Catan' }));
  await screen.findByRole('button', { name: 'Complete Event: Catan' });
  expect(asked()).toEqual([['PATCH /api/events/catan/status', { status: 'in-progress' }]]);
});

it('shows a refusal beside the button, without a toast', async () => {
  const message = "This event is completed and can't go back to in progress.";
  open({
    'PATCH /api/events/catan/status': () => ({ status: 409, body: { code: 'STATUS_ORDER', message, field: 'status' } }),
  });
  await userEvent.click(screen.getByRole('button', { name: 'Start Event: Catan' }));
  expect((await screen.findByText(message)).getAttribute('role')).toBe('alert');
  expect(screen.queryByText('Error')).toBeNull();
});

it('shows who gets which points before an event is completed, and asks for an undecided bracket there, too', async () => {
  const message = 'The final is not decided. Complete anyway?';
  const award = { userId: 'u1', chosen: null, name: 'Rosa', reason: '1st in Kart Cup', points: 11, given: 0 };
  const people = [award, { ...award, userId: null, name: 'Gus', reason: '2nd in Kart Cup', points: 6 }];
  const asked = open(
    {
      'GET /api/events/kart/points': () => ({ body: { revision: 3, people } }),
      'PATCH /api/events/kart/status': ({ body }) =>
        (body as { onlyDecided?: boolean }).onlyDecided
          ? { status: 409, body: { code: 'UNDECIDED', message } }
          : set('kart', 'completed'),
    },
    [{ ...kart, points: { places: [10, 5], takingPart: 1 } }],
  );
  await userEvent.click(screen.getByRole('button', { name: 'Complete Event: Kart Cup' }));
  const dialog = await findDialog();
  const list = await within(dialog).findByRole('list', { name: 'Points it gives' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Rosa, 1st in Kart Cup11 points', 'Gus, 2nd in Kart Cupnone: their phone has no account of that name']);
  expect(asked()).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Complete Event' }));
  await within(dialog).findByText(message);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Complete Event' }));
  await toasted('Event Completed');
  expect(asked().map(([, body]) => body)).toEqual([
    { status: 'completed', onlyDecided: true },
    { status: 'completed' },
  ]);
});
