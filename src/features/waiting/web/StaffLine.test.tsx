import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useEvents } from '#features/events/web/state.ts';
import { answerCalls, type Reply, renderInPage } from '#testing/page.tsx';
import { shownEvent } from '#testing/shown-event.ts';
import { userEvent } from '#testing/user-event.ts';
import type { StaffEntry } from '../contract.ts';
import { StaffLine } from './StaffLine.tsx';

const entry = (rank: number, playerName: string, more: Partial<StaffEntry> = {}): StaffEntry => ({
  ...{ id: `w${rank}`, eventId: 'catan', playerName, rank, groupId: null, createdAt: '2025-11-13T17:00:00.000Z' },
  ...more,
});
const LINE = [entry(1, 'Alex'), entry(2, 'Bo', { playerEmail: 'bo@example.org' })];

function Screen() {
  const { known: [event] = [] } = useEvents();
  return event === undefined ? null : <StaffLine event={event} />;
}
const show = (waiting: number, more: Record<string, () => Reply> = {}) => {
  const heard = answerCalls({ 'GET /api/admin/events/catan/waiting': () => ({ body: LINE }), ...more });
  renderInPage(<Screen />, { events: [shownEvent({ currentRegistrations: 16, waiting })], admin: true });
  return heard;
};

it('shows nothing and asks nothing while nobody waits', () => {
  const heard = show(0);
  expect([screen.queryByRole('region'), heard]).toEqual([null, []]);
});

it('shows no line that is left when the event has ended', () => {
  answerCalls({ 'GET /api/admin/events/catan/waiting': () => ({ body: LINE }) });
  const ended = shownEvent({ currentRegistrations: 16, waiting: 2, startTime: '2025-11-13T08:00:00.000Z' });
  renderInPage(<Screen />, { events: [ended], admin: true });
  expect(screen.queryByText('Waiting list')).toBeNull();
});

it('shows the line in order, with emails', async () => {
  show(2);
  await screen.findByText('bo@example.org');
  screen.getByText(/^2 people wait\./);
  const line = within(screen.getByRole('region', { name: /^Waiting/ }));
  expect(line.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '1AlexGive a place',
    '2Bobo@example.orgGive a place',
  ]);
});

it('asks before it adds a seat for somebody', async () => {
  const heard = show(2, { 'POST /api/admin/waiting/w2/promote': () => ({ body: { id: 'w2' } }) });
  const give = await screen.findByRole('button', { name: 'Give a place: Bo' });
  await userEvent.click(give);
  screen.getByText('All 16 places are taken, so the event gets place 17. It goes when they leave.');
  expect(document.activeElement?.textContent).toBe('Not now');
  await userEvent.keyboard('{Enter}');
  expect(screen.queryByText(/seat 17/)).toBeNull();
  expect(document.activeElement).toBe(give);
  await userEvent.click(give);
  await userEvent.click(screen.getByRole('button', { name: 'Add a place' }));
  await screen.findByText('Bo has a place in Catan Open.');
  expect(document.activeElement).toBe(screen.getByRole('main'));
  await waitFor(() => expect(heard.filter(({ call }) => call.startsWith('POST'))).toHaveLength(1));
});

it('says when a place could not be given', async () => {
  const message = 'That entry on the waiting list is gone already.';
  show(2, { 'POST /api/admin/waiting/w1/promote': () => ({ status: 404, body: { code: 'NOT_FOUND', message } }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Give a place: Alex' }));
  await userEvent.click(screen.getByRole('button', { name: 'Add a place' }));
  await screen.findByText(message);
});

it('shows who asks for places that are still to be drawn, and gives none of them', async () => {
  answerCalls({ 'GET /api/admin/events/catan/waiting': () => ({ body: LINE }) });
  renderInPage(<Screen />, { events: [shownEvent({ lottery: true })], admin: true });
  expect(screen.queryByText(/0 people ask/)).toBeNull();
  const asked = within(await screen.findByRole('region', { name: 'Places asked for' }));
  await asked.findByText('2 people ask. The places are drawn ten minutes after they open.');
  expect(asked.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['1Alex', '2Bobo@example.org']);
  expect(asked.queryByRole('button')).toBeNull();
});

it('shows nothing of a draw for which nobody has asked', async () => {
  const heard = answerCalls({ 'GET /api/admin/events/catan/waiting': () => ({ body: [] }) });
  renderInPage(<Screen />, { events: [shownEvent({ lottery: true })], admin: true });
  await waitFor(() => expect(heard).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
});
