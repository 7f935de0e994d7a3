import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { answerCalls, type Heard, type Reply, renderInPage } from '#testing/page.tsx';
import { shownEvent } from '#testing/shown-event.ts';
import { findDialog, userEvent } from '#testing/user-event.ts';
import type { FestivalEvent } from '../../contract.ts';
import { ManageEvents } from '../ManageEvents.tsx';

const ZONE = 'America/New_York';
const catan = shownEvent({ currentRegistrations: 4, waiting: 1, lateMinutes: 25 });
const chess = shownEvent({ id: 'chess', title: 'Chess', startTime: '2025-11-13T21:00:00.000Z', duration: 60 });
const kart = shownEvent({ id: 'kart', title: 'Kart Cup', startTime: '2025-11-14T09:30:00.000Z', location: 'Arcade' });
const finished = shownEvent({ id: 'over', title: 'Over', status: 'completed', location: 'Arcade' });
const friday = shownEvent({ id: 'friday', title: 'Friday', startTime: '2025-11-14T20:00:00.000Z' });

let there: FestivalEvent[];

beforeAll(() => {
  // jsdom has no layout.
  Element.prototype.scrollIntoView = () => undefined;
});

const open = async (replies: Record<string, (heard: Heard) => Reply> = {}, { locked = false } = {}) => {
  there = [catan, chess, kart, finished, friday];
  const heard = answerCalls({ 'GET /api/events': () => ({ body: there }), ...replies });
  renderInPage(<ManageEvents zone={ZONE} several={() => null} />, {
    at: '/admin/events?day=2025-11-13',
    events: there,
    admin: !locked,
  });
  await userEvent.click(screen.getByRole('button', { name: 'Plan' }));
  await screen.findByRole('list', { name: 'Arcade' });
  return () => heard.filter(({ call }) => call.startsWith('PATCH'));
};
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const choose = (label: string, value: string) => userEvent.selectOptions(screen.getByLabelText(label), value);
const moveCatan = async (room: string, start: string) => {
  await press(/Catan Open/);
  await press('Move');
  await choose('To room', room);
  fireEvent.change(screen.getByLabelText('Start'), { target: { value: start } });
  await press('Continue');
  return findDialog('Move Event');
};

it('shows a day with a list for each room, by name, and says what clashes', async () => {
  await open();
  expect(location.search).toBe('?day=2025-11-13&view=plan');
  const lists = ['Arcade', 'Ballroom A'].map((name) => screen.getByRole('list', { name }));
  const blocks = (list: HTMLElement) => within(list).queryAllByRole('button');
  expect(lists.map((list) => blocks(list).map(({ textContent }) => textContent))).toEqual([
    ['Over 3:00–5:00 PM', 'Kart Cup 4:30–6:30 AM'],
    ['Clash: Catan Open 3:00–5:00 PM, about 25 min late', 'Clash: Chess 4:00–5:00 PM'],
  ]);
  screen.getByText(/2 in a room that is booked twice/);
  await press(/Chess/);
  screen.getByText('Clashes with 3:00–5:00 PM Catan Open');
  await choose('Day', 'Friday, Nov 14');
  expect(screen.getByRole('list', { name: 'Ballroom A' }).textContent).toBe('Friday 3:00–5:00 PM');
  await choose('Room', 'Arcade');
  expect(screen.queryByRole('list', { name: 'Ballroom A' })).toBeNull();
});

it('opens the page of an event, and gives the focus back when its bar is closed', async () => {
  await open();
  await press(/Chess/);
  expect(screen.getByRole('link', { name: 'Open' }).getAttribute('href')).toBe('/admin/events/chess');
  expect(document.activeElement?.textContent).toBe('Open');
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('link', { name: 'Open' })).toBeNull();
  expect(document.activeElement?.textContent).toContain('Chess');
});

it('moves with two fields, and first says what clashes, who is told and that a delay ends', async () => {
  const asked = await open({
    'PATCH /api/events/catan': () => ({ body: { ...catan, location: 'Arcade', lateMinutes: 0, editRevision: 2 } }),
  });
  const dialog = await moveCatan('Arcade', '2025-11-14T04:45');
  expect(dialog.textContent).toContain('FromThursday, Nov 13, 3:00–5:00 PM, Ballroom A');
  expect(dialog.textContent).toContain('ToFriday, Nov 14, 4:45–6:45 AM, Arcade');
  within(dialog).getByText('Room taken then (you can move it anyway): 4:30–6:30 AM Kart Cup');
  within(dialog).getByText('5 people are told, 1 of them in line.');
  within(dialog).getByText('It is about 25 min late. That ends with a new start time.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Move' }));
  await screen.findByText('Event updated');
  expect(asked().map(({ body }) => body)).toEqual([
    expect.objectContaining({ location: 'Arcade', startTime: '2025-11-14T09:45:00.000Z', expectedRevision: 1 }),
  ]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('keeps the start in another room, where a delay stays', async () => {
  const asked = await open({ 'PATCH /api/events/catan': () => ({ body: { ...catan, location: 'Arcade' } }) });
  await press(/Catan Open/);
  await press('Move');
  act(() => screen.getByRole('button', { name: 'Move to Arcade' }).focus());
  await userEvent.keyboard('{Enter}');
  const dialog = await findDialog('Move Event');
  within(dialog).getByText('Nothing else is in that room then.');
  within(dialog).getByText('It stays about 25 min late.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Move' }));
  await waitFor(() =>
    expect(asked().map(({ body }) => body)).toMatchObject([
      { location: 'Arcade', startTime: catan.startTime, expectedRevision: 1 },
    ]),
  );
});

it('asks nothing of a place where the event already is, and sends no time that does not exist', async () => {
  await open();
  await press(/Catan Open/);
  await press('Move');
  await press('Continue');
  expect(screen.queryByRole('dialog')).toBeNull();
  await press('Move');
  fireEvent.change(screen.getByLabelText('Start'), { target: { value: '' } });
  screen.getByText('The start is not a date and time.');
  await press('Continue');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('says what another organiser has just changed, and sends the new revision then', async () => {
  const asked = await open({
    'PATCH /api/events/catan': ({ body }) => {
      if ((body as { expectedRevision: number }).expectedRevision === 2) return { body: { ...catan, editRevision: 3 } };
      there = [{ ...catan, location: 'Library', editRevision: 2, revision: 2 }, chess, kart, friday];
      const message = 'Another organiser has just changed this event. Look at it again, then save.';
      return { status: 409, body: { code: 'CHANGED_MEANWHILE', message } };
    },
  });
  const dialog = await moveCatan('Arcade', '2025-11-13T21:00');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Move' }));
  await within(dialog).findByText(
    'Another organiser has changed this event: location. Look at it again, then move it.',
  );
  expect(dialog.textContent).toContain('FromThursday, Nov 13, 3:00–5:00 PM, Library');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Move' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked().map(({ body }) => (body as { expectedRevision: number }).expectedRevision)).toEqual([1, 2]);
});

it('asks for the password before anything is moved, and moves nothing finished', async () => {
  await open({}, { locked: true });
  await press(/Catan Open/);
  await press('Move');
  expect(screen.queryByLabelText('To room')).toBeNull();
  await press(/Over/);
  screen.getByRole('link', { name: 'Open' });
  expect(screen.queryByRole('button', { name: 'Move' })).toBeNull();
});
