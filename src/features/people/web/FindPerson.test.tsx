import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls, NOW, type Reply, renderInPage } from '#testing/page.tsx';
import { shownEvent } from '#testing/shown-event.ts';
import { userEvent } from '#testing/user-event.ts';
import type { Person } from '../contract.ts';
import { FindPerson } from './FindPerson.tsx';

const ZONE = 'America/New_York';
const EVENT = shownEvent();
const thing = (id: string, playerName: string) => ({
  ...{ id, playerName, eventId: EVENT.id, title: EVENT.title, startTime: '2025-11-14T23:00:00.000Z' },
  ...{ duration: 120, lateMinutes: 20, location: 'Ballroom A', isOver: false },
});
const rosa: Person = {
  ...{ id: 'r-1', names: ['Rosa', 'Sam'], places: [{ ...thing('r-1', 'Rosa'), checkedIn: true }] },
  waiting: [{ ...thing('w-1', 'Sam'), title: 'Full', rank: 2 }],
  accounts: [{ id: 'u-1', name: 'Rosa', score: 7, shownScore: 4, seenAt: null }],
  games: [{ id: 'g-1', name: 'Azul', owner: 'Rosa', available: true }],
  devices: [{ since: NOW, lastSeen: NOW }],
};
const walkIn: Person = {
  ...{ id: 'r-2', names: ['Rosa'], places: [{ ...thing('r-2', 'Rosa'), checkedIn: false, isOver: true }] },
  ...{ waiting: [], accounts: [], games: [], devices: [] },
};

const open = async (replies: Record<string, () => Reply>) => {
  const heard = answerCalls({
    'GET /api/people?q=': () => ({ body: [] }),
    [`GET /api/events/${EVENT.id}/amendments`]: () => ({ body: [removed] }),
    ...replies,
  });
  renderInPage(<FindPerson zone={ZONE} />, { events: [EVENT], admin: true });
  await userEvent.click(screen.getByRole('button', { name: 'Find a person' }));
  const field = await screen.findByLabelText('Name');
  await waitFor(() => expect(document.activeElement).toBe(field));
  return heard;
};
const removed = {
  ...{ id: 'a-1', kind: 'removed', placeId: 'r-1', eventId: EVENT.id, playerName: 'Rosa', became: null },
  ...{ undoUntil: '2025-11-13T18:01:00.000Z', promoted: null, forfeited: 0 },
};

it('is not there for visitors and helpers', () => {
  renderInPage(<FindPerson zone={ZONE} />);
  expect(screen.queryByRole('button')).toBeNull();
});

it('shows the room of each place, the lines, and each phone apart', async () => {
  const heard = await open({
    'GET /api/people?q=Ro': () => ({ body: [rosa, walkIn], headers: { 'x-more-people': '1042' } }),
  });
  await userEvent.type(screen.getByLabelText('Name'), 'Ro');
  await screen.findByText('2 people and 1,042 more.');
  const cards = screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.closest('li')?.textContent);
  expect(cards).toEqual([
    'RosaOn the same phone: Sam1 device since Nov 13, 1:00 PM, last used just now' +
      'Catan OpenChecked inBallroom A · Friday, Nov 14, 6:00–8:00 PM, about 20 min lateRosa' +
      'Full2nd in lineBallroom A · Friday, Nov 14, 6:00–8:00 PM, about 20 min lateSam' +
      'Rosa: 7 pointsothers see 4Rosa brings AzulBadge of Rosa checkedHand over',
    'RosaWithout a phoneCatan OpenOverBallroom A · Friday, Nov 14, 6:00–8:00 PMHand over',
  ]);
  // Before the first letter, so that the server is prepared for it.
  expect(heard[0]?.call).toBe('GET /api/people?q=');
});

it('shows more people of one name when asked, and begins again with another name', async () => {
  const sams = Array.from({ length: 23 }, (_, number) => ({ ...walkIn, id: `s-${number}`, names: ['Sam'] }));
  const heard = await open({
    'GET /api/people?q=Sam': () => ({ body: sams.slice(0, 20), headers: { 'x-more-people': '3' } }),
    'GET /api/people?q=Sam&most=40': () => ({ body: sams, headers: { 'x-more-people': '0' } }),
    'GET /api/people?q=Samu': () => ({ body: [] }),
  });
  await userEvent.type(screen.getByLabelText('Name'), 'Sam');
  await screen.findByText('20 people and 3 more.');
  await userEvent.click(screen.getByRole('button', { name: 'Show more people' }));
  await screen.findByText('23 people');
  expect(screen.getAllByRole('heading', { level: 3 }).length).toBe(23);
  expect(screen.queryByRole('button', { name: 'Show more people' })).toBeNull();
  await userEvent.type(screen.getByLabelText('Name'), 'u');
  await screen.findByText('Nobody called “Samu” has anything here.');
  expect(heard.at(-1)?.call).toBe('GET /api/people?q=Samu');
});

it('says when nobody is found, and offers to search again when that failed', async () => {
  await open({ 'GET /api/people?q=zz': () => ({ body: [] }), 'GET /api/people?q=zzz': () => ({ status: 500 }) });
  await userEvent.type(screen.getByLabelText('Name'), 'zz');
  await screen.findByText('Nobody called “zz” has anything here.');
  await userEvent.type(screen.getByLabelText('Name'), 'z');
  await screen.findByText('The search failed');
});

it('removes a place, searches again and offers the undo', async () => {
  let people = [rosa];
  const heard = await open({
    'GET /api/people?q=Rosa': () => ({ body: people }),
    'POST /api/rsvps/r-1/remove': () => {
      people = [{ ...rosa, places: [], waiting: [] }];
      return { body: removed, touches: 'rsvps' };
    },
  });
  await userEvent.type(screen.getByLabelText('Name'), 'Rosa');
  await userEvent.click(await screen.findByRole('button', { name: 'Rename, move or remove: Rosa in Catan Open' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));
  await screen.findByRole('button', { name: 'Undo: Rosa' });
  expect(screen.queryByRole('list', { name: 'Places of Rosa' })).toBeNull();
  expect(heard.filter(({ call }) => call.startsWith('POST')).map(({ call }) => call)).toEqual([
    'POST /api/rsvps/r-1/remove',
  ]);
});

it('hands over what the phone of the card has', async () => {
  const holding = { playerName: 'Rosa', startTime: NOW, waits: false, named: true };
  await open({
    'GET /api/people?q=Rosa': () => ({ body: [rosa, walkIn] }),
    'GET /api/handovers/r-1': () => ({
      body: [{ ...holding, id: 'r-1', title: 'Catan Open', phone: 0, since: NOW, lastUsed: NOW }],
    }),
  });
  await userEvent.type(screen.getByLabelText('Name'), 'Rosa');
  const [first] = await screen.findAllByRole('button', { name: 'Hand over: Rosa' });
  if (first) await userEvent.click(first);
  const dialog = await screen.findByRole('dialog', { name: 'Hand over Rosa’s places' });
  await within(dialog).findByRole('checkbox', { checked: true });
  within(dialog).getByRole('button', { name: 'Show the code for the new phone' });
});

it('gives points to an account of the card, and shows the new score', async () => {
  let people = [rosa];
  const at = NOW;
  const heard = await open({
    'GET /api/people?q=Rosa': () => ({ body: people }),
    'GET /api/users/u-1/points': () => ({ body: [] }),
    'POST /api/users/u-1/points': () => {
      people = [{ ...rosa, accounts: [{ id: 'u-1', name: 'Rosa', score: 12, shownScore: 12, seenAt: null }] }];
      const entry = { id: 'p-1', userId: 'u-1', points: 5, kind: 'award', reason: 'Won', missionId: null, at };
      return { status: 201, body: { ...entry, eventId: null, by: null, undoes: null, isUndone: false } };
    },
  });
  await userEvent.type(screen.getByLabelText('Name'), 'Rosa');
  await userEvent.click(await screen.findByRole('button', { name: 'Points of Rosa: 7 points' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Points of Rosa' }));
  await userEvent.type(await dialog.findByLabelText('+ points'), '5');
  await userEvent.type(dialog.getByLabelText('Why'), 'Won{Enter}');
  await waitFor(() =>
    expect(heard.find(({ call }) => call.startsWith('POST'))?.body).toEqual({ points: 5, reason: 'Won' }),
  );
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
  await screen.findByRole('button', { name: 'Points of Rosa: 12 points' });
});

it('ticks that a badge was seen', async () => {
  let seenAt: string | null = null;
  const heard = await open({
    'GET /api/people?q=Rosa': () => ({
      body: [{ ...rosa, accounts: [{ id: 'u-1', name: 'Rosa', score: 7, shownScore: 7, seenAt }] }],
    }),
    'PUT /api/users/u-1/seen': () => {
      seenAt = NOW;
      return {
        body: { id: 'u-1', name: 'Rosa', score: 7, revision: 1, shownScore: 7, seenAt },
        touches: 'users,rsvps',
      };
    },
  });
  await userEvent.type(screen.getByLabelText('Name'), 'Rosa');
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: /^Badge of .?Rosa.? checked$/ });
  expect(box.checked).toBe(false);
  await userEvent.click(box);
  await waitFor(() => expect(box.checked).toBe(true));
  expect(heard.find(({ call }) => call.startsWith('PUT'))?.body).toEqual({ seen: true });
});
