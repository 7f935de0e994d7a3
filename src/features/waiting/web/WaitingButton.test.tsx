import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { FestivalEvent } from '#features/events/contract.ts';
import { useEvents } from '#features/events/web/state.ts';
import { itSendsLikeEveryDialog } from '#testing/dialog.tsx';
import { answerCalls, type Reply, renderInPage, shownFestival } from '#testing/page.tsx';
import { shownEvent } from '#testing/shown-event.ts';
import { userEvent } from '#testing/user-event.ts';
import type { WaitingEntry } from '../contract.ts';
import { useWaiting } from './WaitingButton.tsx';
import { WaitingHere, WaitingLines } from './WaitingLines.tsx';

const full = (said: Partial<FestivalEvent> = {}) => shownEvent({ currentRegistrations: 16, waiting: 6, ...said });
const entry = (said: Partial<WaitingEntry> = {}): WaitingEntry => ({
  ...{ id: 'w1', eventId: 'catan', playerName: 'Alex', rank: 3, revision: 1, groupId: null },
  ...said,
});
const zone = 'America/New_York';

function Screen() {
  const { known: [event] = [] } = useEvents();
  const { control, open, dialog } = useWaiting(zone);
  return (
    <>
      <div data-testid="card">{event && control(event)}</div>
      {event && <WaitingHere event={event} onJoin={open} />}
      <WaitingLines zone={zone} />
      {dialog}
    </>
  );
}

const show = (event: FestivalEvent, mine: () => WaitingEntry[] = () => [], more: Record<string, () => Reply> = {}) => {
  const heard = answerCalls({ 'GET /api/waiting/my': () => ({ body: mine() }), ...more });
  renderInPage(<Screen />, { events: [event] });
  return heard;
};
const asksForEntries = (heard: readonly { call: string }[]) =>
  heard.filter(({ call }) => call === 'GET /api/waiting/my');
const card = () => within(screen.getByTestId('card'));

it('offers no waiting list when the event takes no entries', () => {
  show(full({ bracketDrawn: true }));
  expect(card().queryByRole('button')).toBeNull();
});

it('says nothing of a line that is left when the event has ended', async () => {
  const over = full({ id: 'over', title: 'Over', startTime: '2025-11-13T08:00:00.000Z' });
  const body = [entry(), entry({ id: 'w2', eventId: 'over', playerName: 'Bo' })];
  answerCalls({ 'GET /api/waiting/my': () => ({ body }) });
  renderInPage(<Screen />, { events: [over, full()] });
  await screen.findByText('3rd of 6 in line');
  expect(screen.queryByText('Bo', { exact: false })).toBeNull();
});

it('asks for no entries while nobody waits anywhere', () => {
  const heard = show(full({ waiting: 0 }));
  card().getByRole('button', { name: 'Join waiting list' });
  expect(asksForEntries(heard)).toHaveLength(0);
});

itSendsLikeEveryDialog('Join Waiting List', {
  open: async () => {
    renderInPage(<Screen />, { events: [full()] });
    await userEvent.click(card().getByRole('button', { name: 'Join waiting list' }));
  },
  fill: () => userEvent.type(screen.getByLabelText(/^Player Name/), ' Alex '),
  press: 'Join',
  busy: 'Joining...',
  call: 'POST /api/waiting',
  body: { eventId: 'catan', playerName: 'Alex' },
  answer: { status: 201, body: entry({ rank: 7 }) },
  others: { 'GET /api/waiting/my': () => ({ body: [] }) },
  done: 'Alex is 7th of 7 in line for Catan Open and gets a place when one is free.',
  failed: 'Error',
  refusedField: ['playerName', /^Player Name/],
  lostToast: /^No connection\. This browser can’t keep a change for later/,
  hasKey: true,
});

it('offers reminders to a device that joins its first line', async () => {
  show(full(), () => [], { 'POST /api/waiting': () => ({ status: 201, body: entry({ rank: 7 }) }) });
  await userEvent.click(card().getByRole('button', { name: 'Join waiting list' }));
  await userEvent.type(await screen.findByLabelText(/^Player Name/), 'Alex');
  await userEvent.click(screen.getByRole('button', { name: 'Join' }));
  await screen.findByRole('button', { name: /Remind me on this phone/ });
});

it('shows the place in the line instead of the button', async () => {
  show(full(), () => [entry({ rank: 7 })]);
  await card().findByText('7th of 7 in line');
  expect(card().queryByRole('button')).toBeNull();
});

it('says who waits together, and lets all leave at once', async () => {
  const group = { groupId: 'w1', rank: 1 };
  const mine = [entry(group), entry({ ...group, id: 'w2', playerName: 'Sam', rank: 2 })];
  const left: string[] = [];
  show(full(), () => (left.length > 0 ? [] : mine), {
    'DELETE /api/waiting/w1?group=whole': () => {
      left.push('whole');
      return { status: 204, touches: 'waiting' };
    },
  });
  await card().findByText('1st and 2nd of 6 in line');
  const here = within(screen.getByRole('region', { name: 'On the waiting list' }));
  here.getByText('· 2nd of 6 in line · together with Alex');
  const lines = within(screen.getByRole('region', { name: 'Waiting lists' }));
  lines.getByText('· Alex · together with Sam');
  await userEvent.click(lines.getByRole('button', { name: 'All leave the waiting list: Catan Open' }));
  await screen.findByText('Your group no longer waits for Catan Open.');
  expect(left).toEqual(['whole']);
});

it('lets the rest of a group leave at once, too, when the first of them has left alone', async () => {
  const group = { groupId: 'w1' };
  const rest = [entry({ ...group, id: 'w2', rank: 1 }), entry({ ...group, id: 'w3', playerName: 'Sam', rank: 2 })];
  show(full(), () => [...rest, entry({ id: 'w9', playerName: 'Kim', rank: 3 })]);
  const here = within(await screen.findByRole('region', { name: 'Waiting lists' }));
  await here.findByText('· Alex · together with Sam');
  expect(here.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    ...['Leave waiting list', 'All leave', 'Leave waiting list', 'Leave waiting list'],
  ]);
});

it('shows each person in details and schedule, and leaves without asking', async () => {
  const mine = [entry(), entry({ id: 'w2', playerName: 'Sam', rank: 5 })];
  const heard = show(full(), () => mine, {
    'DELETE /api/waiting/w1': () => {
      mine.shift();
      return { status: 204, touches: 'waiting' };
    },
  });
  await card().findByText('3rd and 5th of 6 in line');
  const here = within(screen.getByRole('region', { name: 'On the waiting list' }));
  here.getByText('· 5th of 6 in line');
  here.getByRole('button', { name: 'Add another person to the waiting list' });
  const lines = within(screen.getByRole('region', { name: 'Waiting lists' }));
  lines.getByRole('heading', { level: 3, name: 'Catan Open' });
  await userEvent.click(lines.getByRole('button', { name: 'Leave waiting list: Alex, Catan Open' }));
  await screen.findByText('Alex no longer waits for Catan Open.');
  await card().findByText('5th of 6 in line');
  expect(heard.filter(({ call }) => call.startsWith('DELETE'))).toHaveLength(1);
});

it('asks for the rank again when the event has changed since it was read', async () => {
  const ranks = [3, 2];
  const heard = show(full({ revision: 9 }), () => [
    entry({ rank: ranks.shift() ?? 0, revision: ranks.length === 0 ? 9 : 8 }),
  ]);
  await card().findByText('2nd of 6 in line');
  await waitFor(() => expect(asksForEntries(heard)).toHaveLength(2));
});

it('offers to add a person until the device has six places and entries in the event', async () => {
  const six = Array.from({ length: 5 }, (_, index) =>
    entry({ id: `w${index}`, playerName: `Guest ${index}`, rank: index + 1 }),
  );
  const place = { id: 'r1', eventId: 'catan', playerName: 'Alex', checkedIn: false };
  let places = [place, { ...place, id: 'r2', eventId: 'elsewhere' }];
  show(full(), () => six, { 'GET /api/rsvps/my': () => ({ body: places }) });
  await card().findByText(/5th of 6 in line/);
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Add another person/ })).toBeNull());
  cleanup();
  places = [];
  show(full(), () => six, { 'GET /api/rsvps/my': () => ({ body: places }) });
  await screen.findByRole('button', { name: /^Add another person/ });
});

const drawnEvent = shownEvent({ lottery: true });
const FACTS = { ...shownFestival, registrationOpensAt: '2025-11-13T18:00:00.000Z' };

it('says when places are drawn, and for whom this phone asked, without a place in line', async () => {
  answerCalls({ 'GET /api/waiting/my': () => ({ body: [entry()] }) });
  renderInPage(<Screen />, { events: [drawnEvent], festival: FACTS });
  await card().findByText('Asked for: Alex');
  card().getByText('Places are drawn Nov 13, 1:10 PM.');
  expect(card().queryByRole('button')).toBeNull();
  expect(screen.getAllByText(/Not drawn yet/)).toHaveLength(2);
  expect(screen.queryByText(/in line/)).toBeNull();
});

it('withdraws a request', async () => {
  let mine = [entry()];
  const heard = show(drawnEvent, () => mine, {
    'DELETE /api/waiting/w1': () => {
      mine = [];
      return { status: 204 };
    },
  });
  const [withdraw] = await screen.findAllByRole('button', { name: 'Withdraw: Alex, Catan Open' });
  if (withdraw !== undefined) await userEvent.click(withdraw);
  await screen.findByText('Request withdrawn');
  expect(heard.map(({ call }) => call)).toContain('DELETE /api/waiting/w1');
});
