import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { MINE } from '#platform/live.ts';
import { answerCalls, NOW, renderInPage } from '#testing/page.tsx';
import { userEvent } from '#testing/user-event.ts';
import type { PointEntry } from '../contract.ts';
import { FindAccount } from './FindAccount.tsx';
import { PointsList } from './PointsDialog.tsx';
import { pointsQuery } from './state.ts';

const entry = (said: Partial<PointEntry> = {}): PointEntry => ({
  ...{ id: 'p1', userId: 'u1', points: 5, kind: 'award', reason: 'Won', missionId: null, eventId: null },
  ...{ by: null, at: NOW, undoes: null, isUndone: false },
  ...said,
});
const lines = async () => [...(await screen.findByRole('list')).children].map((line) => line.textContent);

it('shows the person what counts, what was taken back, and what counts at the ceremony', async () => {
  answerCalls({
    'GET /api/users/u1/points': () => ({
      body: [
        entry({ id: 'p4', points: null, reason: 'Late win' }),
        entry({ id: 'p3', points: -2, reason: 'Undone: Dragon', undoes: 'p2' }),
        entry({ id: 'p2', points: 2, reason: 'Dragon', isUndone: true }),
        entry({ points: -1200 }),
      ],
    }),
  });
  renderInPage(<PointsList userId="u1" name="Rosa" />);
  expect(await lines()).toEqual([
    'Late wincounts at the ceremonyjust now',
    '+2 pointsDragonjust nowUndone',
    '−1,200 pointsWonjust now',
  ]);
  expect(screen.queryByRole('button')).toBeNull();
});

it('follows the entries of an own account by the topic of its phones: only staff hear of all points', () =>
  expect([pointsQuery('u1', { isStaff: false }).meta?.topic, pointsQuery('u1').meta]).toEqual([MINE, undefined]));

const rosa = { id: 'u1', name: 'Rosa', score: 7, revision: 1 };
const openSearch = (names: readonly string[] = []) => {
  const heard = answerCalls({
    'GET /api/users': () => ({ body: [rosa, { ...rosa, id: 'u2', name: 'Gus', score: 1 }] }),
    'GET /api/users/by-code/K7MARY': () => ({ body: { ...rosa, seenAt: null, group: null } }),
    'GET /api/users/by-code/AAAAAA': () => ({
      status: 404,
      body: { code: 'NOT_FOUND', message: 'Nobody has this code.' },
    }),
    'GET /api/users/u1/points': () => ({ body: [] }),
    'POST /api/users/u1/points': () => ({ status: 201, body: entry({ id: 'given' }), touches: 'points' }),
    'DELETE /api/points/given': () => ({ body: entry() }),
  });
  renderInPage(<FindAccount event={{ id: 'e1', title: 'Catan Open' }} names={names} />, { admin: true });
  return heard;
};
const found = () => screen.queryAllByRole('button').map((button) => button.textContent);

it('finds an account by its code, asks for no code while a name is found, and never takes a free name', async () => {
  const heard = openSearch();
  const field = screen.getByLabelText('Code or name');
  await userEvent.type(field, 'rosa');
  await screen.findByRole('button', { name: 'Points of Rosa: 7 points' });
  await userEvent.clear(field);
  await userEvent.type(field, 'aaa-aaa');
  await screen.findByText('Nobody has this code.');
  await userEvent.type(field, 'a');
  await screen.findByText('Nobody has the code or name “aaa-aaaa”.');
  expect(found()).toEqual([]);
  await userEvent.clear(field);
  await userEvent.click(field);
  await userEvent.paste('http://here/scoreboard#K7MARY');
  await screen.findByRole('button', { name: 'Points of Rosa: 7 points' });
  expect(heard.filter(({ call }) => call.includes('by-code')).map(({ call }) => call)).toEqual([
    'GET /api/users/by-code/AAAAAA',
    'GET /api/users/by-code/K7MARY',
  ]);
});

it('offers the accounts of an event’s people, and gives points for it', async () => {
  const heard = openSearch(['rosa.', 'Nobody']);
  await userEvent.click(await screen.findByRole('button', { name: 'Points of Rosa: 7 points' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Why')).value).toBe('Catan Open');
  await userEvent.type(screen.getByLabelText('+ points'), '10{Enter}');
  await screen.findByText('Points given');
  expect(heard.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
    ...{ points: 10, reason: 'Catan Open', eventId: 'e1' },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Points undone');
  expect(heard.filter(({ call }) => call.startsWith('DELETE')).map(({ call }) => call)).toEqual([
    'DELETE /api/points/given',
  ]);
});
