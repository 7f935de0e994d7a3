import { useQuery, useQueryClient } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { PLACE } from '#features/rsvps/web/unsent/place-writes.ts';
import { forgetToasts } from '#platform/web/ui/toast.ts';
import { addUnsent, dropUnsent, editUnsent } from '#platform/web/unsent-writes.ts';
import { withIndexedDb } from '#testing/indexed-db.ts';
import { answerCalls, renderInPage } from '#testing/page.tsx';
import { userEvent } from '#testing/user-event.ts';
import type { Notice } from '../contract.ts';
import { News } from './News.tsx';
import { myNoticesQuery } from './queries.ts';

withIndexedDb();
afterEach(() => localStorage.clear());

const IS = { title: 'Train games', startTime: '2025-11-13T18:00:00.000Z', location: 'Arcade', cancelled: false };
const notice = (id: string, seen: boolean): Notice => ({
  ...{ id, eventId: 'trains', kind: 'event', playerName: null, was: { ...IS, location: 'Ballroom A' }, is: IS },
  ...{ at: '2025-11-13T17:59:00.000Z', seen },
});
const Known = () => <p>Known: {useQuery(myNoticesQuery).data?.length ?? 'none'}</p>;
const open = (notices: Notice[], at = '/') => {
  const heard = answerCalls({ 'GET /api/notices/my': () => ({ body: notices }) });
  renderInPage(
    <>
      <News zone="America/New_York" />
      <Known />
    </>,
    { at },
  );
  return heard;
};

/** A toast would load its words first. */
const expectNoToast = async () => {
  await act(async () => void (await import('../rules.ts')));
  expect(screen.queryByText('Your schedule has changed')).toBeNull();
};

it('shows the newest unseen notice, how many more there are, and the way to them', async () => {
  open([notice('n1', false), notice('n2', false), notice('n3', true)]);
  await screen.findByText('Your schedule has changed');
  screen.getByText('Train games: Ballroom A → Arcade And 1 more.');
  await userEvent.click(screen.getByRole('button', { name: 'My schedule' }));
  expect(location.pathname).toBe('/schedule');
});

it('says it once on this device, also of a page that is loaded later', async () => {
  open([notice('n1', false)]);
  await screen.findByText('Your schedule has changed');
  cleanup();
  forgetToasts();
  open([notice('n2', false), notice('n1', false)]);
  await screen.findByText('Train games: Ballroom A → Arcade');
  cleanup();
  forgetToasts();
  open([notice('n2', false), notice('n1', false)]);
  await screen.findByText('Known: 2');
  await expectNoToast();
});

it('leaves the toast to the page that is looked at', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  open([notice('n1', false)]);
  await screen.findByText('Known: 1');
  await expectNoToast();
  hidden.mockRestore();
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await screen.findByText('Your schedule has changed');
});

it.each([
  ['everything was seen', [notice('n1', true)], '/'],
  ['My schedule is open, which lists it', [notice('n1', false)], '/schedule'],
] as const)('is quiet when %s', async (_, notices, at) => {
  open([...notices], at);
  await screen.findByText(`Known: ${notices.length}`);
  await expectNoToast();
});

it.each([
  ['offers My schedule elsewhere', '/', 1],
  ['offers nothing when My schedule is open', '/schedule', 0],
])('tells how a write ended that had waited, and %s', async (_, at, buttons) => {
  onTestFinished(() => void dropUnsent(() => true));
  const body = { act: 'register', eventId: 'trains', playerName: 'Rosa', title: 'Train games' };
  await addUnsent({ id: 'w1', kind: PLACE, body, until: IS.startTime, sent: true });
  const heard = open([], at);
  await screen.findByText('Known: 0');
  // Another tab sent it, so this one asks for its lists again.
  const before = heard.length;
  await editUnsent((write) => ({ ...write, end: { outcome: 'done', at: IS.startTime } }));
  await screen.findByText('Rosa has a place in Train games.');
  await waitFor(() => expect(heard.length).toBeGreaterThan(before));
  expect(screen.queryAllByRole('button', { name: 'My schedule' })).toHaveLength(buttons);
});

const Again = () => {
  const client = useQueryClient();
  return (
    <button type="button" onClick={() => void client.invalidateQueries()}>
      Again
    </button>
  );
};

it('marks the icon of the app with the number of unseen notices, and takes the mark away', async () => {
  const setAppBadge = vi.fn(async () => undefined);
  Object.assign(navigator, { setAppBadge });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'setAppBadge'));
  let notices = [notice('n1', false), notice('n2', false), notice('n3', true)];
  answerCalls({ 'GET /api/notices/my': () => ({ body: notices }) });
  renderInPage(
    <>
      <News zone="America/New_York" />
      <Again />
    </>,
  );
  await waitFor(() => expect(setAppBadge.mock.calls).toEqual([[2]]));
  notices = notices.map((each) => ({ ...each, seen: true }));
  await userEvent.click(screen.getByText('Again'));
  await waitFor(() => expect(setAppBadge.mock.calls).toEqual([[2], [0]]));
});
