import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { answerCalls, renderInPage } from '#testing/page.tsx';
import { shownEvent } from '#testing/shown-event.ts';
import { userEvent } from '#testing/user-event.ts';
import type { MyCall } from '../rules/shapes.ts';
import { CallNews } from './CallNews.tsx';
import { MyCallList } from './NextMatch.tsx';
import { myCallsQuery, useMyCalls } from './queries.ts';

const CALL: MyCall = {
  ...{ matchId: 'catan_W1-1', eventId: 'catan', eventTitle: 'Catan Cup', location: 'Arcade', entrantId: 'r1' },
  ...{ table: '4', calledAt: '2025-11-15T18:00:00.000Z', playerName: 'Rosa', opponents: ['Wanda'], seen: false },
};
const SEEN = 'POST /api/matches/catan_W1-1/call/seen';

let client: QueryClient;
const Called = () => {
  client = useQueryClient();
  return <p>Called: {useMyCalls().length}</p>;
};
const open = (calls: MyCall[], bracketDrawn = true) => {
  const vibrate = vi.fn();
  Object.assign(navigator, { vibrate });
  const heard = answerCalls({
    'GET /api/calls/my': () => ({ body: calls }),
    [SEEN]: () => ({ status: 204, body: null }),
    'POST /api/matches/catan_W1-2/call/seen': () => ({ status: 204, body: null }),
  });
  renderInPage(
    <>
      <CallNews />
      <Called />
    </>,
    { at: '/scoreboard', events: [shownEvent({ bracketDrawn, bracketDecided: false })] },
  );
  return { vibrate, calls: () => heard.map(({ call }) => call), client: () => client };
};

it('shows a call with table and opponent, vibrates, says that it was seen, and leads to My schedule', async () => {
  const { vibrate, calls } = open([CALL]);
  await screen.findByText('Table 4 now, against Wanda');
  screen.getByText('Rosa in Catan Cup, Arcade');
  expect(vibrate).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(calls()).toContain(SEEN));
  await userEvent.click(screen.getByRole('button', { name: 'My schedule' }));
  expect(location.pathname).toBe('/schedule');
});

it('does not try to vibrate before the first tap on the page, which a browser refuses', async () => {
  Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: false }, configurable: true });
  const { vibrate } = open([CALL]);
  await screen.findByText('Table 4 now, against Wanda');
  expect(vibrate).not.toHaveBeenCalled();
  Reflect.deleteProperty(navigator, 'userActivation');
});

it('takes the toast away when the call ends, as after a corrected semifinal', async () => {
  const { client } = open([CALL]);
  await screen.findByText('Table 4 now, against Wanda');
  act(() => void client().setQueryData(myCallsQuery.queryKey, []));
  await waitFor(() => expect(screen.queryByText('Table 4 now, against Wanda')).toBeNull());
});

it('names each of several people who are called at once', async () => {
  const gus = { matchId: 'catan_W1-2', entrantId: 'r2', table: 'Stage', playerName: 'Gus', opponents: ['Ivo'] };
  const { calls } = open([CALL, { ...CALL, ...gus }]);
  await screen.findByText('Rosa in Catan Cup, Arcade. Gus: Stage now, against Ivo');
  await waitFor(() => expect(calls()).toContain('POST /api/matches/catan_W1-2/call/seen'));
});

it('is silent for a call that this phone has shown', async () => {
  const { vibrate, calls } = open([{ ...CALL, seen: true }]);
  await waitFor(() => expect(calls()).toEqual(['GET /api/calls/my']));
  expect(vibrate).not.toHaveBeenCalled();
});

it('waits until somebody looks at the page', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const { calls, vibrate } = open([CALL]);
  await screen.findByText('Called: 1');
  expect(vibrate).not.toHaveBeenCalled();
  expect(calls()).toEqual(['GET /api/calls/my']);
  hidden.mockRestore();
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await screen.findByText('Table 4 now, against Wanda');
});

it('asks for nothing while no tournament is being played', () => {
  expect(open([CALL], false).calls()).toEqual([]);
});

it('is what My schedule begins with, with the way to the bracket', async () => {
  answerCalls({ 'GET /api/calls/my': () => ({ body: [CALL] }) });
  renderInPage(<MyCallList />, { events: [shownEvent({ bracketDrawn: true, bracketDecided: false })] });
  await screen.findByText('Table 4 now, against Wanda');
  expect(screen.getByRole('listitem').textContent).toContain('Rosa · Catan Cup, Arcade');
  expect(screen.getByRole('link', { name: 'See the bracket' }).getAttribute('href')).toBe('/?event=catan&view=bracket');
});

it('tells that somebody is up in a queue where no tournament is played, and leads to no bracket', async () => {
  const heard = answerCalls({
    'GET /api/calls/my': () => ({ body: [{ ...CALL, matchId: null, table: null, entrantId: 'q1', opponents: [] }] }),
    'POST /api/queue/q1/seen': () => ({ status: 204, body: null }),
  });
  renderInPage(
    <>
      <CallNews />
      <MyCallList />
    </>,
    { events: [shownEvent({ queue: true })] },
  );
  await waitFor(() => expect(screen.getAllByText('You are up now')).not.toHaveLength(0));
  await waitFor(() => expect(heard.map(({ call }) => call)).toContain('POST /api/queue/q1/seen'));
  expect(screen.queryByText('See the bracket')).toBeNull();
});
