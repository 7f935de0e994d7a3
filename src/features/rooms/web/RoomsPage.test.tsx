import { useQueryClient } from '@tanstack/react-query';
import { fireEvent, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { FestivalFacts } from '#features/festival/contract.ts';
import { festivalQuery } from '#features/festival/web/queries.ts';
import { RoomName } from '#features/festival/web/RoomName.tsx';
import { answerCalls, renderInPage, shownFestival } from '#testing/page.tsx';
import { shownEvent } from '#testing/shown-event.ts';
import { findDialog, userEvent } from '#testing/user-event.ts';
import { RoomPage } from './RoomPage.tsx';
import { RoomsCard } from './RoomsCard.tsx';
import { RoomsPage } from './RoomsPage.tsx';

const ZONE = 'America/New_York';
const ROOMS = [
  { name: 'Ballroom A', way: 'Left of the lifts.', pin: { x: 20, y: 30 } },
  { name: 'Deck', way: '', pin: null },
];
const on = shownEvent({ id: 'on', title: 'Train games', location: 'ballroom a', status: 'in-progress' });
const soon = shownEvent({ id: 'soon', title: 'Dice duel', location: 'Deck', startTime: '2025-11-13T21:00:00.000Z' });

function Festival({ children, ...facts }: Partial<FestivalFacts> & { children: ReactNode }) {
  useQueryClient().setQueryData(festivalQuery.queryKey, {
    ...shownFestival,
    rooms: ROOMS,
    mapPicture: 'map-1',
    ...facts,
  });
  return children;
}
const RoomAt = ({ path }: { path: string }) => (
  <Router hook={memoryLocation({ path }).hook}>
    <RoomPage zone={ZONE} />
  </Router>
);
const open = (page: ReactNode, facts: Partial<FestivalFacts> = {}) =>
  renderInPage(<Festival {...facts}>{page}</Festival>, { events: [on, soon], admin: true });

it('lists the rooms with the way, what is on and what comes next, and their pins by number', () => {
  open(<RoomsPage zone={ZONE} />);
  const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(lines).toEqual([
    '1Ballroom ALeft of the lifts.Now: Train games, until 5:00 PM',
    '2DeckNext: Dice duel, 4:00 PM',
  ]);
  expect(screen.getByRole('link', { name: 'Ballroom A' }).getAttribute('href')).toBe('/rooms/Ballroom%20A');
  expect(screen.getByText('1', { selector: '.room-map *' }).getAttribute('style')).toBe('left: 20%; top: 30%;');
});

it('leaves the map out when its picture is gone, and says so where there is no room', () => {
  open(<RoomsPage zone={ZONE} />);
  fireEvent.error(screen.getByAltText('Map of the rooms'));
  expect(screen.queryByText('1', { selector: '.room-map *' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Ballroom A' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Larger map' })).toBeNull();
});

it('leaves the map and its buttons out when the picture failed before the page was alive', () => {
  const complete = vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(true);
  open(<RoomsPage zone={ZONE} />);
  complete.mockRestore();
  expect(screen.queryByAltText('Map of the rooms')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Larger map' })).toBeNull();
});

it('says that no rooms are known', () => {
  open(<RoomsPage zone={ZONE} />, { rooms: [], mapPicture: null });
  expect(screen.getByText('No rooms yet')).toBeDefined();
  expect(screen.queryByAltText('Map of the rooms')).toBeNull();
});

it('shows one room, however its address is written: the way, the map, what is on', async () => {
  open(<RoomAt path="/rooms/ballroom%20a" />);
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Ballroom A');
  expect(screen.getByText('Left of the lifts.')).toBeDefined();
  expect(screen.getByText('Ballroom A', { selector: '.room-map *' })).toBeDefined();
  const today = screen.getByRole('region', { name: 'Today in this room' });
  expect(within(today).getByRole('link', { name: 'Train games' }).getAttribute('href')).toBe('/?event=on');
});

it.each([
  ['Cellar', 'Cellar'],
  ['%25', '%'],
  ['%', '%'],
  ['%F0%9F%8E%B2', '🎲'],
  ['a%00b', 'ab'],
  ['%00', 'that'],
  ['%20', 'that'],
  ['x'.repeat(300), `${'x'.repeat(60)}…`],
])('says that there is no room at /rooms/%s', async (written, name) => {
  open(<RoomAt path={`/rooms/${written}`} />);
  expect(await screen.findByText(`There is no room called ${name}`)).toBeDefined();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('ROOMS');
});

it('leads from the name of a room on the list to the room, and from no other', () => {
  open(
    <p>
      <RoomName name="deck" /> <RoomName name="Cellar" />
    </p>,
  );
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/rooms/Deck']);
});

const deskAt = (revision: number, changed: object = {}) => {
  const { timeZone: _, ...rest } = shownFestival;
  const facts = { ...rest, rooms: ROOMS, mapPicture: 'map-1', ...changed };
  return { facts, revision, isEdited: true, undoUntil: null, fileLastDay: facts.lastDay };
};

async function openDialog(save: () => { status?: number; body: unknown } = () => ({ body: deskAt(4) })) {
  const server = { desk: deskAt(3) };
  const heard = answerCalls({
    'GET /api/admin/festival': () => ({ body: server.desk }),
    'GET /api/pictures': () => ({ body: [{ id: 'map-1', name: 'Plan', width: 200, height: 100 }] }),
    'PUT /api/admin/festival': save,
  });
  open(<RoomsCard />);
  await userEvent.click(screen.getByRole('button', { name: 'Edit rooms and map' }));
  return { form: within(await findDialog('Rooms and map')), heard, server };
}

it('saves the rooms as typed, with the pin where the map was pressed', async () => {
  const { form, heard } = await openDialog();
  await userEvent.click(form.getByRole('button', { name: 'Pin Deck' }));
  const map = form.getByAltText('Map of the rooms').parentElement as HTMLElement;
  map.getBoundingClientRect = () => ({ ...new DOMRect(10, 20, 200, 100), left: 10, top: 20, width: 200, height: 100 });
  fireEvent.click(map, { clientX: 60, clientY: 70 });
  await userEvent.type(form.getByLabelText('Way to room 2'), 'Up the stairs.');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  const deck = { name: 'Deck', way: 'Up the stairs.', pin: { x: 25, y: 50 } };
  const saved = heard.find(({ call }) => call.startsWith('PUT'));
  expect(saved?.body).toMatchObject({ expectedRevision: 3, facts: { rooms: [ROOMS[0], deck], mapPicture: 'map-1' } });
});

it('goes on after another organiser saved: the typed rooms with the newest facts, or the newest rooms', async () => {
  const changed = { status: 409, body: { code: 'CHANGED_MEANWHILE', message: 'It was changed meanwhile.' } };
  const { form, heard, server } = await openDialog(() => changed);
  await userEvent.type(form.getByLabelText('Way to room 2'), 'Up.');
  server.desk = deskAt(4, { name: 'Winter Games', rooms: [{ name: 'Pool', way: '', pin: null }] });
  const save = form.getByRole('button', { name: 'Save' });
  await userEvent.click(save);
  await form.findByRole('button', { name: 'Show the newest' });
  expect(form.getByText(/^Another organiser has saved the festival meanwhile/)).toBeDefined();
  await userEvent.click(save);
  const sent = heard.filter(({ call }) => call.startsWith('PUT')).at(-1);
  expect(sent?.body).toMatchObject({
    expectedRevision: 4,
    facts: { name: 'Winter Games', rooms: [{ name: 'Ballroom A' }, { name: 'Deck', way: 'Up.' }] },
  });
  await userEvent.click(await form.findByRole('button', { name: 'Show the newest' }));
  expect(form.getByDisplayValue('Pool')).toBeDefined();
  expect(form.queryByText(/^Another organiser has saved/)).toBeNull();
});

it('says nothing of the map in the editor when its picture is gone', async () => {
  const { form } = await openDialog();
  fireEvent.error(form.getByAltText('Map of the rooms'));
  expect(form.queryByText(/^Press Pin/)).toBeNull();
  expect(form.queryByRole('button', { name: 'Pin Deck' })).toBeNull();
});

it('says what is wrong with a room at its field', async () => {
  const message = 'Facts.rooms.1.name holds characters that cannot be shown.';
  const { form } = await openDialog(() => ({
    status: 400,
    body: { code: 'BAD_INPUT', message, field: 'facts.rooms.1.name' },
  }));
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText('Room 2: the name holds characters that cannot be shown.')).toBeDefined();
  expect(document.activeElement).toBe(form.getByLabelText('Room 2'));
});

it('keeps the focus in the list: at the next room after a removal, at the fields of a pin pressed by keyboard', async () => {
  const { form } = await openDialog();
  await userEvent.click(form.getByRole('button', { name: 'Remove Ballroom A' }));
  expect(document.activeElement).toBe(form.getByRole('button', { name: 'Remove Deck' }));
  form.getByRole('button', { name: 'Pin Deck' }).focus();
  await userEvent.keyboard('{Enter}');
  expect(document.activeElement).toBe(form.getByLabelText('From the left, %'));
});
