import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { User } from '#features/people/users/contract.ts';
import { answerCalls, type Reply, renderInPage } from '#testing/page.tsx';
import { findDialog, userEvent } from '#testing/user-event.ts';
import { ScoreboardPage } from './ScoreboardPage.tsx';

const ROW = 60;

// jsdom has no layout: every row gets the height of one line.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(ROW);
});

const user = (name: string, score: number): User => ({ id: `id-${name}`, name, score, revision: 1 });
const many = (count: number) => Array.from({ length: count }, (_, index) => user(`Player ${index + 1}`, count - index));
const picture = [
  user('Priya', 1204),
  user('Marcus', 1180),
  user('Lena', 1122),
  user('Tomás', 998),
  user('Jo', 977),
  user('Ayumi', 977),
  user('Sam', 941),
  user('Kit', 1),
  user('Zoë', 0),
];

const entry = {
  ...{ id: 'e1', userId: 'id-Kit', points: null, kind: 'event', reason: '2nd in Catan Cup', missionId: null },
  ...{ eventId: 'catan', by: null, at: '2025-11-13T17:00:00.000Z', undoes: null, isUndone: false },
};

type Mine = { accounts?: readonly string[]; names?: readonly string[] };

const open = (users: () => Reply | Promise<Reply>, { accounts = [], names = accounts }: Mine = {}) => {
  const own = accounts.map((name) => ({ id: `id-${name}`, name, code: 'K7F2QX' }));
  const heard = answerCalls({
    'GET /api/users': users,
    'GET /api/names/my': () => ({ body: names.map((name) => ({ name, account: accounts.includes(name) })) }),
    'GET /api/users/my': () => ({ body: own }),
    'GET /api/users/id-Kit/points': () => ({ body: [entry] }),
  });
  renderInPage(<ScoreboardPage zone="America/New_York" />, { at: '/scoreboard', events: [] });
  return heard;
};
const rows = (list: string) =>
  within(screen.getByRole('list', { name: list }))
    .getAllByRole('listitem')
    .map((item) => item.textContent);

it('says Loading scores... until they are loaded', async () => {
  open(() => new Promise(() => {}));
  screen.getByRole('heading', { level: 1, name: 'HIGH SCORES' });
  await screen.findByText('Loading scores...');
});

it('puts three on the podium and the others below, with shared ranks and the number of all', async () => {
  open(() => ({ body: picture }));
  await screen.findByText('9 competitors');
  expect(rows('On the podium')).toEqual(['1stPriya1,204 points', '2ndMarcus1,180 points', '3rdLena1,122 points']);
  expect(rows('Scores')).toEqual([
    'Rank 4Tomás998 points',
    'Rank 5Jo977 points',
    'Rank 5Ayumi977 points',
    'Rank 7Sam941 points',
    'Rank 8Kit1 point',
    'Rank 9Zoë0 points',
  ]);
  const stars = within(screen.getByRole('list', { name: 'On the podium' }))
    .getAllByRole('listitem')
    .map((item) => item.querySelectorAll('svg').length);
  expect(stars).toEqual([3, 2, 1]);
  const positions = screen.getAllByRole('listitem').map((item) => item.getAttribute('aria-posinset'));
  expect(positions).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
});

it('gives no stars before the first point, and a place to everybody', async () => {
  open(() => ({ body: [user('Jo', 0), user('Sam', 0)] }));
  await screen.findByText('2 competitors');
  expect(rows('Scores')).toEqual(['Rank 1Jo0 points', 'Rank 1Sam0 points']);
  expect(screen.queryByRole('list', { name: 'On the podium' })).toBeNull();
});

it('keeps the stars of those who share a rank with the podium', async () => {
  open(() => ({ body: ['a', 'b', 'c', 'd'].map((name) => user(name, 5)) }));
  await screen.findByText('4 competitors');
  expect(rows('Scores')).toEqual(['Rank 1d5 points']);
  expect(screen.getByRole('list', { name: 'Scores' }).querySelectorAll('svg')).toHaveLength(3);
});

it('marks the accounts of this device, and jumps to them in turn', async () => {
  open(() => ({ body: picture }), { accounts: ['Marcus', 'Kit'] });
  await screen.findAllByText('you');
  expect(rows('On the podium')[1]).toBe('you2ndMarcus1,180 points, how they came about');
  const find = screen.getByRole('button', { name: 'Find us' });
  const focused = () => document.activeElement?.textContent;
  await userEvent.click(find);
  await waitFor(() => expect(focused()).toContain('Marcus'));
  await userEvent.click(find);
  await waitFor(() => expect(focused()).toContain('Kit'));
  await userEvent.click(find);
  await waitFor(() => expect(focused()).toContain('Marcus'));
});

it('jumps to one’s own row also from a search', async () => {
  open(() => ({ body: picture }), { accounts: ['Kit'] });
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Search names' }), 'tomas');
  await waitFor(() => expect(rows('Scores')).toEqual(['Rank 4Tomás998 points']));
  await userEvent.click(screen.getByRole('button', { name: 'You’re 8th' }));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Rank 8Kityou1 point, how they came about'));
});

it('finds names with their true rank, and says when there is none', async () => {
  open(() => ({ body: picture }));
  const search = await screen.findByRole('searchbox', { name: 'Search names' });
  await screen.findByText('9 competitors');
  await userEvent.type(search, 'PRI');
  await waitFor(() => expect(rows('Scores')).toEqual(['Rank 1Priya1,204 points']));
  screen.getByText('1 found');
  await userEvent.type(search, 'zzz');
  await screen.findByText('Nobody found');
  await userEvent.clear(search);
  await waitFor(() => expect(rows('On the podium')).toHaveLength(3));
});

it('keeps most of a long list out of the DOM', async () => {
  open(() => ({ body: many(5000) }));
  await screen.findByText('5,000 competitors');
  const drawn = screen.getAllByRole('listitem');
  expect(drawn.length).toBeGreaterThan(10);
  expect(drawn.length).toBeLessThan(50);
  expect(drawn.at(-1)?.getAttribute('aria-setsize')).toBe('5000');
  const list = screen.getByRole('list', { name: 'Scores' });
  const below = Number.parseFloat(list.style.paddingBottom);
  expect(below + (drawn.length - 3) * ROW).toBe(4997 * ROW);
});

it('marks nobody as you who has only the name of an account, and offers an account', async () => {
  open(() => ({ body: picture }), { names: ['Marcus', 'Theo'] });
  await screen.findByText('You have places, but no account for points.');
  expect([screen.queryByText('you'), screen.queryByRole('button', { name: 'My code' })]).toEqual([null, null]);
  await userEvent.click(screen.getByRole('button', { name: 'Make one as Marcus' }));
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: /^Your Name/ })).value).toBe('Marcus');
});

it('offers no account to who has one, nor to who takes no part', async () => {
  open(() => ({ body: picture }), { accounts: ['Kit'] });
  await screen.findByRole('button', { name: 'My code' });
  expect(screen.queryByText('You have places, but no account for points.')).toBeNull();
});

it('shows the code of each account of this device', async () => {
  open(() => ({ body: picture }), { accounts: ['Kit', 'Sam'] });
  await userEvent.click(await screen.findByRole('button', { name: 'Our codes' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Our codes' }));
  expect(dialog.getAllByText('K7F-2QX')).toHaveLength(2);
  for (const name of ['Kit', 'Sam']) dialog.getByRole('img', { name: `QR code of ${name}` });
});

it('shows how one’s own points came about, and nobody else’s', async () => {
  open(() => ({ body: picture }), { accounts: ['Kit'] });
  await userEvent.click(await screen.findByRole('button', { name: '1 point, how they came about' }));
  const dialog = await findDialog('Points of Kit');
  within(dialog).getByText('8th with 1 point');
  expect((await within(dialog).findByRole('list', { name: 'Points of Kit' })).textContent).toMatch(
    /^2nd in Catan Cup\s?counts at the ceremony/,
  );
  expect(screen.queryByRole('button', { name: /1,204 points/ })).toBeNull();
});

it('keeps one’s own line in view while it is far down the list, with the same points behind it', async () => {
  open(() => ({ body: [...many(300), user('Kit', 0)] }), { accounts: ['Kit'] });
  const line = await screen.findByRole('button', { name: 'Your line: rank 301, Kit, 0 points' });
  await userEvent.click(line);
  await findDialog('Points of Kit');
});
