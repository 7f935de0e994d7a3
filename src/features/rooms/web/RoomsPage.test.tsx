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
});

it('leads from the name of a room on the list to the room, and from no other', () => {
  open(
    <p>
      <RoomName name="deck" /> <RoomName name="Cellar" />
    </p>,
  );
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/rooms/Deck']);
});

it('saves the rooms as typed, with the pin where the map was pressed', async () => {
  const { timeZone: _, ...rest } = shownFestival;
  const facts = { ...rest, rooms: ROOMS, mapPicture: 'map-1' };
  const desk = { facts, revision: 3, isEdited: true, undoUntil: null, fileLastDay: facts.lastDay };
  const heard = answerCalls({
    'GET /api/admin/festival': () => ({ body: desk }),
    'GET /api/pictures': () => ({ body: [{ id: 'map-1', name: 'Plan', width: 200, height: 100 }] }),
    'PUT /api/admin/festival': () => ({ body: desk }),
  });
  open(<RoomsCard />);
  await userEvent.click(screen.getByRole('button', { name: 'Edit rooms and map' }));
  const form = within(await findDialog('Rooms and map'));
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
