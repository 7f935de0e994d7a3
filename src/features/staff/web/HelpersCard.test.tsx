import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { HOUR } from '#platform/durations.ts';
import { zonedInput } from '#platform/time.ts';
import { itSendsLikeEveryDialog } from '#testing/dialog.tsx';
import { answerCalls, renderInPage } from '#testing/page.tsx';
import { shownEvent } from '#testing/shown-event.ts';
import { findDialog, userEvent } from '#testing/user-event.ts';
import type { Helper } from '../contract.ts';
import { HelpersCard } from './HelpersCard.tsx';

const jo: Helper = {
  ...{ id: 'h1', name: 'Jo', role: 'door', eventId: null, location: null },
  ...{ endsAt: '2025-11-17T05:00:00.000Z', devices: [] },
};

const link = 'https://fest.example/helper#h1.secret';
const made = { status: 201, body: { ...jo, link, qrCode: 'data:image/png;base64,AA' }, touches: 'helpers' };

const openBy = async (button: string) => {
  renderInPage(<HelpersCard zone="America/New_York" />, { admin: true, events: [shownEvent()] });
  await userEvent.click(await screen.findByRole('button', { name: button }));
};

itSendsLikeEveryDialog('Add a helper', {
  open: () => openBy('Add a helper'),
  fill: async () => {
    await userEvent.type(screen.getByLabelText('Name'), 'Jo');
    await userEvent.selectOptions(screen.getByLabelText('Job'), 'Judge');
    await userEvent.selectOptions(screen.getByLabelText('Where'), 'Room: Ballroom A');
  },
  press: 'Make the link',
  busy: 'Making...',
  call: 'POST /api/helpers',
  body: { name: 'Jo', role: 'judge', eventId: null, location: 'Ballroom A' },
  answer: made,
  others: { 'GET /api/helpers': () => ({ body: [] }) },
  done: /^Works until/,
  staysOpen: true,
});

itSendsLikeEveryDialog('Extend a helper’s link', {
  title: 'Extend Jo’s link',
  open: () => openBy('Extend Jo'),
  fill: async () => {
    fireEvent.change(screen.getByLabelText('Until'), { target: { value: '2025-11-16T12:00' } });
  },
  press: 'Extend',
  busy: 'Extending...',
  call: 'PATCH /api/helpers/h1',
  body: { endsAt: '2025-11-16T17:00:00.000Z' },
  answer: { status: 204 },
  others: { 'GET /api/helpers': () => ({ body: [jo] }) },
  done: 'Link changed',
});

it('makes a link for a door, asks where only of jobs that have a place, shows it once, and stops it', async () => {
  let helpers: Helper[] = [];
  const heard = answerCalls({
    'GET /api/helpers': () => ({ body: helpers }),
    'POST /api/helpers': () => {
      helpers = [jo];
      return made;
    },
    'DELETE /api/helpers/h1': () => {
      helpers = [];
      return { status: 204, touches: 'helpers' };
    },
  });
  await openBy('Add a helper');
  await findDialog('Add a helper');
  await userEvent.type(screen.getByLabelText('Name'), 'Jo');
  await userEvent.selectOptions(screen.getByLabelText('Job'), 'Points');
  expect(screen.queryByLabelText('Where')).toBeNull();
  await userEvent.selectOptions(screen.getByLabelText('Job'), 'Door');
  screen.getByLabelText('Where');
  await userEvent.click(screen.getByRole('button', { name: 'Make the link' }));
  await screen.findByRole('img', { name: 'QR code of the link' });
  const copied = vi.fn(async (_: string) => undefined);
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: copied } });
  await userEvent.click(screen.getByRole('button', { name: 'Copy the link' }));
  // Where the code leads, too, whatever Host the server was asked under.
  expect(copied).toHaveBeenCalledWith(`${location.origin}/helper#h1.secret`);
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.queryByRole('img')).toBeNull();
  await userEvent.click(await screen.findByRole('button', { name: 'Stop Jo' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Stop Jo' })).toBeNull());
  expect(heard.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
    ...{ name: 'Jo', role: 'door', eventId: null, location: null },
  });
});

it('says of a link that it ends before its event, also while it is extended, and frees one phone', async () => {
  const event = shownEvent({ title: 'Catan Cup' });
  const over = new Date(Date.parse(event.startTime) + HOUR / 4).toISOString();
  const device = { id: 'd1', openedAt: '2025-11-14T15:00:00.000Z', lastUsedAt: '2025-11-14T16:00:00.000Z' };
  const judge: Helper = { ...jo, role: 'judge', eventId: event.id, endsAt: over, devices: [device] };
  const heard = answerCalls({
    'GET /api/helpers': () => ({ body: [judge] }),
    'DELETE /api/desks/d1': () => ({ status: 204, touches: 'helpers' }),
  });
  renderInPage(<HelpersCard zone="America/New_York" />, { admin: true, events: [event] });
  await screen.findByText('It ends before the event does.');
  await userEvent.click(screen.getByText('on 1 device'));
  await userEvent.click(screen.getByRole('button', { name: /^Free Jo’s phone/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Extend Jo' }));
  const dialog = await findDialog(/^Extend/);
  const until = within(dialog).getByLabelText('Until');
  expect(within(dialog).getByText('Two hours after the event, also when it moves.')).toBeTruthy();
  fireEvent.change(until, { target: { value: zonedInput(over, 'America/New_York') } });
  within(dialog).getByText(/^The link ends before the event: .*Catan Cup.* goes on until/);
  fireEvent.change(until, { target: { value: '2025-11-20T12:00' } });
  within(dialog).getByText('The end is later than 05:00 after the last day.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Extend' }));
  expect(heard.map(({ call }) => call).filter((call) => !call.startsWith('GET'))).toEqual(['DELETE /api/desks/d1']);
});
