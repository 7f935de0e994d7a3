import { useQueryClient } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { festivalQuery } from '#features/festival/web/queries.ts';
import { answerCalls, renderInPage, shownFestival } from '#testing/page.tsx';
import { userEvent } from '#testing/user-event.ts';
import type { Notice } from '../contract.ts';
import { changesOf, renamingOf } from '../rules.ts';
import { ChangeMark, Changes, NoticeList, useNews } from './NoticeList.tsx';

const ZONE = 'America/New_York';
const WAS = { title: 'Train games', startTime: '2025-11-13T18:00:00.000Z', location: 'Ballroom A', cancelled: false };
const moved: Notice = {
  ...{ id: 'n1', eventId: 'trains', kind: 'event', playerName: null, was: WAS },
  ...{ is: { ...WAS, startTime: '2025-11-13T19:00:00.000Z' }, at: '2025-11-13T17:59:00.000Z', seen: false },
};
const cancelled: Notice = { ...moved, id: 'n2', eventId: 'chess', is: { ...WAS, cancelled: true } };

const Screen = () => {
  const news = useNews();
  return (
    news.all && (
      <>
        <p>Loaded</p>
        <NoticeList news={news} zone={ZONE} />
        <ChangeMark eventId="trains" notices={news.shown} zone={ZONE} />
      </>
    )
  );
};

let there: Notice[];
const open = (notices: Notice[]) => {
  there = notices;
  const heard = answerCalls({
    'GET /api/notices/my': () => ({ body: there }),
    'POST /api/notices/seen': ({ body }) => {
      const { ids } = body as { ids: string[] };
      there = there.map((notice) => ({ ...notice, seen: notice.seen || ids.includes(notice.id) }));
      return { status: 204, touches: 'notices' };
    },
  });
  const { unmount } = renderInPage(<Screen />);
  return { unmount, seen: () => heard.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body) };
};
const lines = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);

it('says what was and is, above the schedule and on the card', async () => {
  open([moved, cancelled]);
  await screen.findByText('Changed:');
  expect(lines()).toEqual([
    'Train games: 1:00 PM →  became 2:00 PM1 minute ago',
    'Train games is cancelled. 1 minute ago',
  ]);
  expect(screen.getByText('Changed:').parentElement?.textContent).toBe('Changed: 1:00 PM →  became 2:00 PM');
});

it('shows nothing when nothing changed or all was seen', async () => {
  open([{ ...moved, seen: true }]);
  await screen.findByText('Loaded');
  expect([screen.queryByText('What changed'), screen.queryByText('Changed:')]).toEqual([null, null]);
});

it('counts a notice as seen after three seconds on screen, and shows it until the page is left', async () => {
  vi.useFakeTimers({ now: Date.parse(moved.at), shouldAdvanceTime: true });
  const { seen, unmount } = open([moved]);
  await screen.findByText('What changed');
  act(() => void vi.advanceTimersByTime(2_000));
  expect(seen()).toEqual([]);
  act(() => void vi.advanceTimersByTime(1_500));
  await waitFor(() => expect(there[0]?.seen).toBe(true));
  expect(seen()).toEqual([{ ids: ['n1'] }]);
  expect(lines()).toHaveLength(1);
  unmount();
  renderInPage(<Screen />);
  await screen.findByText('Loaded');
  expect(lines()).toEqual([]);
});

it('hides a dismissed notice at once, and tells the server', async () => {
  const { seen } = open([moved, cancelled]);
  await userEvent.click(await screen.findByRole('button', { name: 'Dismiss: Train games: 1:00 PM → 2:00 PM' }));
  expect(lines()).toEqual(['Train games is cancelled. 1 minute ago']);
  expect(screen.queryByText('Changed:')).toBeNull();
  await waitFor(() => expect(seen()).toEqual([{ ids: ['n1'] }]));
});

it('keeps the screen below where it is when another notice comes', async () => {
  vi.useFakeTimers({ now: Date.parse(moved.at), shouldAdvanceTime: true });
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(() => 90 * lines().length);
  const scrolled = vi.fn();
  vi.stubGlobal('scrollBy', scrolled);
  open([cancelled]);
  await screen.findByText('What changed');
  there = [moved, cancelled];
  act(() => void vi.advanceTimersByTime(3_500));
  await waitFor(() => expect(lines()).toHaveLength(2));
  expect(scrolled.mock.calls).toEqual([[{ top: 90, behavior: 'instant' }]]);
});

function TimeChangesToo({ changes }: ComponentProps<typeof Changes>) {
  const [all, setAll] = useState(changes);
  return (
    <>
      <Changes changes={all} />
      <button type="button" onClick={() => setAll([{ was: '1:00 PM', is: '2:00 PM' }, ...all])}>
        The time changes too
      </button>
    </>
  );
}

it('shows each change once when an event had the name of its room and its time changes too', async () => {
  const changes = [
    { was: 'Library', is: 'Quiet games' },
    { was: 'Library', is: 'Deck' },
  ];
  const { container } = renderInPage(<TimeChangesToo changes={changes} />);
  await userEvent.click(screen.getByRole('button', { name: 'The time changes too' }));
  expect([...container.querySelectorAll('ins')].map(({ textContent }) => textContent)).toEqual([
    '2:00 PM',
    'Quiet games',
    'Deck',
  ]);
});

function InRoomDeck({ children }: { children: ReactNode }) {
  const rooms = [{ name: 'Deck', way: '', pin: null }];
  useQueryClient().setQueryData(festivalQuery.queryKey, { ...shownFestival, rooms });
  return children;
}

it('a new title that is also the name of a room does not lead to the room, the new room does', () => {
  const is = { ...WAS, title: 'Deck', location: 'Deck' };
  renderInPage(
    <InRoomDeck>
      <Changes changes={[...renamingOf(WAS, is), ...changesOf(WAS, is, ZONE)]} />
    </InRoomDeck>,
  );
  const link = screen.getByRole('link', { name: 'Deck' });
  expect(link.closest('ins')?.parentElement?.textContent).toBe(', Ballroom A →  became Deck');
});
