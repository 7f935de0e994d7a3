import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { unlocked } from '#features/access/web/state.ts';
import { rememberName } from '#features/people/names/web/state.ts';
import { safeStorage } from '#platform/web/safe-storage.ts';
import { answerCalls, NOW, type Reply, renderInPage } from '#testing/page.tsx';
import { findDialog, userEvent } from '#testing/user-event.ts';
import type { MyOpenGame, OpenGame } from '../contract.ts';
import { OpenGames } from './OpenGames.tsx';

const game = (id: string, said: Partial<OpenGame> = {}): OpenGame => ({
  id,
  game: `Game ${id}`,
  location: 'Ballroom A',
  free: 2,
  at: null,
  note: null,
  host: 'Rosa',
  createdAt: NOW,
  ...said,
});
const over = game('over', { createdAt: '2025-11-13T16:00:00.000Z' });
const open = (games: OpenGame[], mine: MyOpenGame[] = [], more: Parameters<typeof answerCalls>[0] = {}, all = true) => {
  const heard = answerCalls({
    'GET /api/open-games': () => ({ body: games }),
    'GET /api/open-games/my': () => ({ body: mine }),
    'GET /api/names/my': () => ({ body: [] }),
    ...more,
  });
  renderInPage(<OpenGames {...(all && { onLook: () => undefined })} />, { events: [] });
  return () => heard.filter(({ call }) => !call.startsWith('GET')).map(({ call, body }) => [call, body]);
};
const cards = () =>
  within(screen.getByRole('region', { name: 'OPEN GAMES' }))
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent);
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

it('shows who looks for players, mine first with the names, and nothing that is over', async () => {
  const full = { ...game('mine', { free: 0 }), mine: true, players: [{ name: 'Theo', mine: false }] };
  const joined = { ...game('in', { note: 'Beginners too' }), mine: false, players: [{ name: 'Ada', mine: true }] };
  open([over, game('a'), joined, game('full', { free: 0, at: '2025-11-13T20:00:00.000Z' })], [full, joined]);
  await waitFor(() => expect(cards()).toHaveLength(4));
  expect(cards()).toEqual([
    'Game mineNow, since 1:00 PM · Ballroom AFull · hosted by RosaYours TheoCancel game',
    'Game inNow, since 1:00 PM · Ballroom ABeginners too2 players wanted · hosted by RosaYou are in AdaLeaveReport',
    'Game aNow, since 1:00 PM · Ballroom A2 players wanted · hosted by RosaJoinReport',
    'Game full3:00 PM · Ballroom AFull · hosted by RosaReport',
  ]);
});

it('is nothing on the day’s home while nobody looks for players, and the first three where somebody does', async () => {
  open([over], [], {}, false);
  await waitFor(() => expect(screen.queryByText('OPEN GAMES')).toBeNull());
  open(
    ['a', 'b', 'c', 'd'].map((id) => game(id)),
    [],
    {},
    false,
  );
  await screen.findByRole('link', { name: 'All 4 open games' });
  expect(cards()).toHaveLength(3);
});

it('joins in one tap with the name of this phone', async () => {
  rememberName('Theo');
  const answer = { ...game('a', { free: 1 }), mine: false, players: [{ name: 'Theo', mine: true }] };
  const sent = open([game('a')], [], { 'POST /api/open-games/a/join': () => ({ status: 201, body: answer }) });
  await press('Join Game a of Rosa');
  await screen.findByText('Game a, Ballroom A, as Theo.');
  expect(sent()).toEqual([['POST /api/open-games/a/join', { playerName: 'Theo' }]]);
  expect(cards()[0]).toContain('You are in Theo');
});

it('asks for a name where this phone knows none, or where it plays already, and remembers it', async () => {
  const replies: Reply[] = [
    { status: 409, body: { code: 'NAME_TAKEN', message: 'Someone called Theo plays already.', field: 'playerName' } },
    { status: 201, body: { ...game('a'), mine: false, players: [{ name: 'Theo B', mine: true }] } },
  ];
  const sent = open([game('a')], [], { 'POST /api/open-games/a/join': () => replies.shift() ?? { status: 500 } });
  await press('Join Game a of Rosa');
  const form = within(await findDialog('Join Game a'));
  await userEvent.type(form.getByLabelText(/^Name/), 'Theo');
  await userEvent.click(form.getByRole('button', { name: 'Join' }));
  await form.findByText('Someone called Theo plays already.');
  await userEvent.type(form.getByLabelText(/^Name/), ' B');
  await userEvent.click(form.getByRole('button', { name: 'Join' }));
  await screen.findByText('Game a, Ballroom A, as Theo B.');
  expect(sent().map(([, body]) => body)).toEqual([{ playerName: 'Theo' }, { playerName: 'Theo B' }]);
  expect(safeStorage.get('names')).toContain('Theo B');
});

it('leaves, cancels and reports in one tap each', async () => {
  const joined = { ...game('in'), mine: false, players: [{ name: 'Ada', mine: true }] };
  const own = { ...game('own'), mine: true, players: [] };
  const sent = open([game('in'), own], [joined, own], {
    'DELETE /api/open-games/in/join': () => ({ status: 204 }),
    'DELETE /api/open-games/own': () => ({ status: 204 }),
    'POST /api/open-games/in/report': () => ({ body: { id: 'in' } }),
  });
  await press('Leave: Game in');
  await press('Report: Game in');
  await screen.findByText('Event staff will look at it.');
  await press('Cancel game: Game own');
  await screen.findByText('Game own looks for nobody any more.');
  expect(sent().map(([call]) => call)).toEqual([
    'DELETE /api/open-games/in/join',
    'POST /api/open-games/in/report',
    'DELETE /api/open-games/own',
  ]);
  expect(cards()).toHaveLength(1);
});

it('offers staff to remove any game', async () => {
  unlocked();
  open([game('a')]);
  await screen.findByRole('button', { name: 'Remove: Game a' });
});
