import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { setHelperDesk } from '#features/access/web/state.ts';
import { WHOLE_FESTIVAL } from '#platform/staff.ts';
import { answerCalls, type Reply, renderInPage } from '#testing/page.tsx';
import { userEvent } from '#testing/user-event.ts';
import { FindAccount } from './FindAccount.tsx';
import { ScannedAccount } from './PointsButton.tsx';

const user = { id: 'u-1', name: 'Rosa', score: 3, revision: 1, shownScore: 3, seenAt: null, group: null };
const FIND = 'GET /api/users/by-code/ABCDEF';
const SEEN = 'POST /api/users/by-code/ABCDEF/seen';
const REFUSED: Reply = { status: 403, body: { code: 'NOT_YOUR_JOB', message: 'Your own.' } };

const open = (account: object, seen: Reply = { body: { ...user, seenAt: '2025-11-13T18:00:00.000Z' } }) => {
  const heard = answerCalls({
    'GET /api/users': () => ({ body: [] }),
    'GET /api/admin/users': () => ({ body: [] }),
    'GET /api/users/my': () => ({ body: [] }),
    [FIND]: () => ({ body: { ...user, ...account } }),
    [SEEN]: () => seen,
  });
  return () => heard.filter(({ call }) => call === SEEN).length;
};

it.each<[string, object, number, Reply?]>([
  ['checks a badge', { group: '' }, 1],
  ['checks no badge that was checked', { group: '', seenAt: '2025-11-13T17:00:00.000Z' }, 0],
  ['checks no badge of an account without one', {}, 0],
  ['goes on where it may not', { group: 'Volunteers' }, 1, REFUSED],
])('a code at the points desk finds the account and %s', async (_, account, times, seen) => {
  const sent = open(account, seen);
  renderInPage(<FindAccount />, { admin: true });
  await userEvent.type(screen.getByLabelText('Code or name'), 'abc-def');
  await screen.findByRole('button', { name: 'Points of Rosa: 3 points' });
  expect(sent()).toBe(times);
});

const scanned = (role?: 'door') => {
  open({});
  if (role !== undefined) setHelperDesk({ name: 'Mira', role, scope: WHOLE_FESTIVAL });
  renderInPage(<ScannedAccount />, { at: '/scoreboard#ABCDEF' });
};

it('a badge that a guest’s phone scans is offered to it, with its code', async () => {
  scanned();
  await screen.findByRole('dialog', { name: 'I have a badge' });
  screen.getByDisplayValue('ABC-DEF');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(location.hash).toBe('');
});

it('a badge that a helper’s phone scans is not offered to it', async () => {
  scanned('door');
  await waitFor(() => expect(location.hash).toBe('#ABCDEF'));
  expect(screen.queryByRole('dialog')).toBeNull();
});
