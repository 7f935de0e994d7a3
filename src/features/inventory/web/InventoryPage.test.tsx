import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { unlocked } from '#features/access/web/state.ts';
import { itSendsLikeEveryDialog } from '#testing/dialog.tsx';
import { answerCalls, type Heard, type Reply, renderInPage } from '#testing/page.tsx';
import { findDialog, userEvent } from '#testing/user-event.ts';
import type { Game, ListedGame } from '../contract.ts';
import { InventoryPage } from './InventoryPage.tsx';

const game = (id: string, said: Partial<Game> = {}): Game => ({
  id,
  name: `Game ${id}`,
  gameType: 'board-game',
  owner: 'Noor',
  playerCount: '2-4',
  playTime: 45,
  description: 'Tiles.',
  available: true,
  lent: null,
  mine: false,
  ...said,
});
const azul = game('azul', { name: 'Azul', mine: true });
const uno = game('uno', {
  name: 'Uno',
  gameType: 'card-game',
  owner: 'Sam',
  playerCount: 'more is merrier',
  playTime: null,
  description: null,
});
const kart = game('kart', { name: 'Kart', gameType: 'video-game', owner: 'Zoë', playerCount: '1', playTime: 1440 });

type Replies = Record<string, (heard: Heard) => Reply | Promise<Reply>>;

/** The list from two calls: all games, and the ids of mine. */
const inTwoCalls = (games: () => Reply | Promise<Reply>, more: Replies): Replies => {
  const split = async <T,>(pick: (games: Game[]) => T): Promise<Reply> => {
    const reply = await games();
    return Array.isArray(reply.body) ? { ...reply, body: pick(reply.body) } : reply;
  };
  return {
    'GET /api/inventory': () => split((all) => all.map(({ mine: _, ...listed }): ListedGame => listed)),
    'GET /api/open-games': () => ({ body: [] }),
    'GET /api/open-games/my': () => ({ body: [] }),
    'GET /api/inventory/mine': () => split((all) => all.filter(({ mine }) => mine).map(({ id }) => id)),
    ...more,
  };
};

const open = (games: () => Reply | Promise<Reply>, more: Replies = {}) => {
  const heard = answerCalls(inTwoCalls(games, more));
  renderInPage(<InventoryPage />, { at: '/inventory', events: [] });
  return heard;
};
const full = () => ({ body: [azul, kart, uno] });
const names = () =>
  screen.queryAllByRole('article').map((card) => within(card).getByRole('heading', { level: 2 }).textContent);
const shown = (...wanted: string[]) => waitFor(() => expect(names()).toEqual(wanted));
const form = () => within(screen.getByRole('dialog', { name: 'Add Game' }));
const openForm = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Add Game' }));
  await findDialog('Add Game');
};
/** By keyboard: the toast's swiping needs pointer events, which jsdom lacks. */
const pressUndo = async () => {
  (await screen.findByRole('button', { name: 'Undo' })).focus();
  await userEvent.keyboard('{Enter}');
};
const send = () => userEvent.click(form().getByRole('button', { name: 'Add Game' }));
const sendAzul = async () => {
  await openForm();
  await userEvent.type(form().getByLabelText(/^Game Name/), 'Azul');
  await userEvent.type(form().getByLabelText(/^Your Name/), 'Noor');
  await send();
};

it('shows six placeholders, then each game with all its facts', async () => {
  const waiting: ((reply: Reply) => void)[] = [];
  open(
    () =>
      new Promise((resolve) => {
        waiting.push(resolve);
      }),
  );
  screen.getByRole('heading', { level: 1, name: 'GAME INVENTORY' });
  screen.getByText("Share what you're bringing to the fest");
  expect(screen.getByText('Loading games').parentElement?.querySelectorAll('.skeleton')).toHaveLength(6);
  for (const answer of waiting.splice(0)) answer(full());
  await shown('Azul', 'Kart', 'Uno');
  expect(screen.getAllByRole('article').map((card) => card.textContent)).toEqual([
    'Board gameAzulTiles.Players: 2-4 playersPlay time: 45 minBrought by NoorRemoveLook for players',
    'Video gameKartTiles.Players: 1 playerPlay time: 1,440 minBrought by ZoëLook for players',
    'Card gameUnoPlayers: more is merrierBrought by SamLook for players',
  ]);
});

it('shows the games before it is known which are mine, and also when that fails', async () => {
  open(full, { 'GET /api/inventory/mine': () => ({ status: 500 }) });
  await shown('Azul', 'Kart', 'Uno');
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
});

it('shows Remove on a game just added before the ids are refetched', async () => {
  let added = false;
  open(() => ({ body: added ? [uno, { ...azul, mine: true }] : [uno] }), {
    'GET /api/inventory/mine': () => (added ? new Promise<Reply>(() => {}) : { body: [] }),
    'POST /api/inventory': () => {
      added = true;
      return { status: 201, body: azul, touches: 'inventory' };
    },
  });
  await shown('Uno');
  await sendAzul();
  await screen.findByRole('button', { name: 'Remove Azul' });
});

it('shows sixty games first, and more on request', async () => {
  const many = Array.from({ length: 130 }, (_, index) => game(`${index}`));
  open(() => ({ body: many }));
  await waitFor(() => expect(names()).toHaveLength(60));
  await userEvent.click(screen.getByRole('button', { name: 'Show more games (70)' }));
  expect(names()).toHaveLength(120);
  await userEvent.click(screen.getByRole('button', { name: 'Show more games (10)' }));
  expect(names()).toHaveLength(130);
  expect(screen.queryByRole('button', { name: /^Show more games/ })).toBeNull();
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search games' }), 'game 129');
  await shown('Game 129');
});

it('offers Remove on my games only, and on all in admin mode', async () => {
  open(full);
  await shown('Azul', 'Kart', 'Uno');
  const removals = () => screen.queryAllByRole('button', { name: /^Remove/ }).map((button) => button.ariaLabel);
  expect(removals()).toEqual(['Remove Azul']);
  act(unlocked);
  expect(removals()).toEqual(['Remove Azul', 'Remove Kart', 'Remove Uno']);
});

it('finds by what is typed and by type, and shows the number', async () => {
  open(full);
  await shown('Azul', 'Kart', 'Uno');
  const search = screen.getByRole('searchbox', { name: 'Search games' });
  await userEvent.type(search, 'U');
  await shown('Azul', 'Uno');
  await userEvent.selectOptions(screen.getByLabelText('Type of game'), 'Card Games');
  await shown('Uno');
  screen.getByText('1 game found');
  await userEvent.type(search, 'zzz');
  await screen.findByText('No games found');
  await userEvent.click(screen.getByRole('button', { name: 'Show all games' }));
  await shown('Azul', 'Kart', 'Uno');
});

it('asks for the first game when there is none', async () => {
  open(() => ({ body: [] }));
  await screen.findByText('No games in inventory yet');
  await userEvent.click(screen.getByRole('button', { name: 'Add Your First Game' }));
  await findDialog('Add Game');
});

it('removes at once and moves the focus to the page, and says so when the undo is too late', async () => {
  const body = { code: 'NOT_FOUND', message: 'Too late.' };
  open(full, {
    'DELETE /api/inventory/azul': () => ({ status: 200 }),
    'POST /api/inventory/azul/restore': () => ({ status: 404, body }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Azul' }));
  await screen.findByText('Game Removed');
  expect(document.activeElement).toBe(document.getElementById('main'));
  await pressUndo();
  await screen.findByText('Too late.');
});

it('keeps a game that could not be removed, and says so', async () => {
  open(full, { 'DELETE /api/inventory/azul': () => ({ status: 500 }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Azul' }));
  await screen.findByText('Failed to remove game. Please try again.');
  expect(names()).toEqual(['Azul', 'Kart', 'Uno']);
});

it('removes a game from the list when somebody else had removed it', async () => {
  let games = [azul, uno];
  open(() => ({ body: games }), {
    'DELETE /api/inventory/azul': () => {
      games = [uno];
      return { status: 404, body: { code: 'NOT_FOUND', message: 'Gone.' } };
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Azul' }));
  await shown('Uno');
});

it('leaves admin mode when its session has ended', async () => {
  const body = { code: 'NOT_YOURS', message: 'Another phone’s.' };
  open(full, { 'DELETE /api/inventory/uno': () => ({ status: 403, body }) });
  await shown('Azul', 'Kart', 'Uno');
  act(unlocked);
  await userEvent.click(screen.getByRole('button', { name: 'Remove Uno' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove Uno' })).toBeNull());
  screen.getByRole('button', { name: 'Remove Azul' });
});

it('fills in my name when it becomes known while the form is open, unless one was typed', async () => {
  let answer = (_: Reply) => {};
  const late = new Promise<Reply>((resolve) => {
    answer = resolve;
  });
  open(() => ({ body: [azul] }), { 'GET /api/names/my': () => late });
  await shown('Azul');
  await openForm();
  await userEvent.type(form().getByLabelText(/^Game Name/), 'Go');
  answer({ body: [{ name: 'Noor', account: false }] });
  const owner = form().getByLabelText<HTMLInputElement>(/^Your Name/);
  await waitFor(() => expect(owner.value).toBe('Noor'));
  expect(form().getByLabelText<HTMLInputElement>(/^Game Name/).value).toBe('Go');
  await userEvent.clear(owner);
  expect(owner.value).toBe('');
});

itSendsLikeEveryDialog('Add Game', {
  open: async () => {
    renderInPage(<InventoryPage />, { at: '/inventory', events: [] });
    await userEvent.click(screen.getByRole('button', { name: 'Add Game' }));
  },
  fill: async () => {
    await userEvent.type(form().getByLabelText(/^Game Name/), ' Azul ');
    await userEvent.type(form().getByLabelText(/^Your Name/), ' Noor');
    await userEvent.clear(form().getByLabelText(/^Play Time/));
  },
  press: 'Add Game',
  busy: 'Adding...',
  call: 'POST /api/inventory',
  body: {
    name: 'Azul',
    gameType: 'board-game',
    owner: 'Noor',
    playerCount: null,
    playTime: null,
    description: null,
    available: true,
  },
  answer: { status: 201, body: azul },
  others: inTwoCalls(() => ({ body: [uno] }), {}),
  done: 'Game Added!',
  failed: 'Error',
  refusedField: ['name', /^Game Name/],
  hasKey: true,
});

it('names the missing fields, and sends nothing', async () => {
  const heard = open(() => ({ body: [] }));
  await openForm();
  await userEvent.type(form().getByLabelText(/^Your Name/), '  ');
  await send();
  await screen.findByText('Missing Fields');
  screen.getByText('Please fill in game name and owner.');
  expect(
    form()
      .getByLabelText(/^Game Name/)
      .getAttribute('aria-invalid'),
  ).toBe('true');
  expect(heard.filter(({ call }) => call.startsWith('POST'))).toEqual([]);
});

it('shows fixed words in a toast when the server finds a fault in a field', async () => {
  const body = { code: 'BAD_INPUT', message: 'Name is longer.', field: 'name' };
  open(() => ({ body: [] }), { 'POST /api/inventory': () => ({ status: 400, body }) });
  await sendAzul();
  await screen.findByText('Failed to add game. Please try again.');
  form().getByText('Name is longer.');
});

it('folds a long description until it is opened', async () => {
  open(() => ({ body: [game('long', { description: 'word '.repeat(60) })] }));
  const more = await screen.findByRole('button', { name: 'Show more' });
  expect(more.getAttribute('aria-expanded')).toBe('false');
  await userEvent.click(more);
  expect(screen.getByRole('button', { name: 'Show less' }).getAttribute('aria-expanded')).toBe('true');
});
