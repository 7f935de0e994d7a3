import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { AdminLock } from '#features/access/web/AdminLock.tsx';
import { itSendsLikeEveryDialog } from '#testing/dialog.tsx';
import { answerCalls, type Reply, renderInPage } from '#testing/page.tsx';
import { sendPassword } from '#testing/password.ts';
import { userEvent } from '#testing/user-event.ts';
import type { User } from '../contract.ts';
import { ManageUsers } from './ManageUsers.tsx';

const MODE = 'festival-admin-mode';
const alex = { id: '019a0000-1111-7000-8000-000000000001', name: 'Alex', score: 5, revision: 1 };
const zoe = { id: '019b0000-1111-7000-8000-000000000002', name: 'Zoë', score: 9, revision: 1 };
let users: User[];
let session: boolean;

beforeEach(() => {
  users = [zoe, alex];
  session = true;
  localStorage.setItem(MODE, 'true');
  // jsdom has no layout: rows without a height would all be visible.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(60);
});

const lists = {
  'GET /api/users': () => ({ body: users }),
  'GET /api/admin/users': () => ({ body: users.map((user) => ({ ...user, shownScore: user.score, seenAt: null })) }),
};

type Replies = Parameters<typeof answerCalls>[0];

const open = (replies: Replies = {}) => {
  const heard = answerCalls({
    ...lists,
    'GET /api/admin/session': () => ({ body: { admin: session } }),
    'POST /api/admin/verify': () => {
      session = true;
      return { body: { valid: true } };
    },
    ...replies,
  });
  renderInPage(
    <>
      <AdminLock />
      <ManageUsers onHandOver={() => undefined} />
    </>,
  );
  return { writes: () => heard.filter(({ call }) => !call.startsWith('GET') && !call.includes('/admin/')) };
};
const rows = async () => within(await screen.findByRole('list', { name: 'Users' })).getAllByRole('listitem');
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const openBy = async (button: string) => {
  renderInPage(<ManageUsers onHandOver={() => undefined} />, { admin: true });
  await press(button);
};
const nameField = () => screen.findByLabelText<HTMLInputElement>(/^Name/);
const locked = { status: 401, body: { code: 'LOCKED', message: 'Unlock admin mode first.' } };

it('names the true points of a user before the deletion, also in a freeze', async () => {
  const frozen = { body: [{ ...alex, score: 1200, shownScore: 5, seenAt: null }] };
  open({ 'GET /api/admin/users': () => frozen });
  await press('Delete Alex');
  await screen.findByText(/^Their 1,200 points go too\./);
});

it('lists users by name, with eight characters of their ids, in a list for many', async () => {
  open();
  expect((await rows())[0]?.getAttribute('aria-setsize')).toBe('2');
  expect((await rows()).map((row) => row.textContent)).toEqual([
    'AlexID 019a0000EditNew badgeHand overDelete',
    'ZoëID 019b0000EditNew badgeHand overDelete',
  ]);
  screen.getByText('2 users');
});

it('finds a name ignoring accents, and says when there is none', async () => {
  open();
  await rows();
  await userEvent.type(screen.getByLabelText('Search users'), 'zoe');
  await screen.findByText('1 of 2 users');
  expect(await rows()).toHaveLength(1);
  await userEvent.type(screen.getByLabelText('Search users'), 'x');
  await screen.findByText('Nobody found');
});

itSendsLikeEveryDialog('Add User', {
  open: () => openBy('Add User'),
  fill: async () => userEvent.type(await nameField(), '  Bo '),
  press: 'Add User',
  busy: 'Adding...',
  call: 'POST /api/users',
  body: { name: 'Bo', asOrganiser: true },
  answer: { status: 201, body: { id: 'new', name: 'Bo', score: 0, revision: 1 } },
  others: lists,
  done: 'User added',
  failed: 'Failed to add user. Name might already exist.',
  hasKey: true,
});

itSendsLikeEveryDialog('Edit User', {
  open: () => openBy('Edit Alex'),
  fill: async () => userEvent.type(await nameField(), 'andra '),
  press: 'Save',
  busy: 'Saving...',
  call: `PATCH /api/users/${alex.id}`,
  body: { name: 'Alexandra' },
  answer: { body: { ...alex, name: 'Alexandra' } },
  others: lists,
  done: 'User renamed',
  failed: 'Failed to update user.',
});

itSendsLikeEveryDialog('Delete User', {
  open: () => openBy('Delete Alex'),
  press: 'Delete',
  busy: 'Deleting...',
  call: `DELETE /api/users/${alex.id}`,
  body: undefined,
  answer: { status: 204 },
  others: lists,
  done: 'User deleted',
  failed: 'Failed to delete user.',
});

it('asks for a name and sends nothing without one', async () => {
  const { writes } = open();
  await press('Add User');
  await userEvent.type(await nameField(), '   {Enter}');
  await screen.findByText('Please enter a name.');
  await userEvent.keyboard('{Escape}');
  await press('Edit Alex');
  await userEvent.clear(await nameField());
  await userEvent.keyboard('{Enter}');
  await screen.findByText('Please enter a name.');
  expect(writes()).toEqual([]);
});

it('reads the list again when a user to delete is gone already', async () => {
  open({
    [`DELETE /api/users/${alex.id}`]: () => {
      users = [zoe];
      return { status: 404, body: { code: 'NOT_FOUND', message: 'This user is not there any more.' } };
    },
  });
  await press('Delete Alex');
  await press('Delete');
  await screen.findByText('1 user');
});

it('deletes after the exact question, not before', async () => {
  users = [zoe, { ...alex, name: 'Al "Ace" <b>' }];
  const { writes } = open({
    [`DELETE /api/users/${alex.id}`]: () => {
      users = [zoe];
      return { status: 204, touches: 'users' };
    },
  });
  await press('Delete Al "Ace" <b>');
  await screen.findByText('Are you sure you want to delete user "Al "Ace" <b>"?');
  await press('Cancel');
  expect(writes()).toEqual([]);
  await press('Delete Al "Ace" <b>');
  await press('Delete');
  await screen.findByText('User deleted');
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Undo: bring back Al "Ace" <b>'));
  expect(writes()).toHaveLength(1);
});

it('leaves the focus in a dialog that was opened while a user was being deleted', async () => {
  const deleted = Promise.withResolvers<Reply>();
  open({ [`DELETE /api/users/${zoe.id}`]: () => deleted.promise });
  await press('Delete Zoë');
  await press('Delete');
  await userEvent.keyboard('{Escape}');
  await press('Edit Alex');
  users = [alex];
  deleted.resolve({ status: 204, touches: 'users' });
  await screen.findByText('User deleted');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit Alex' })));
});

it('asks for the password first when locked, and then continues', async () => {
  localStorage.removeItem(MODE);
  session = false;
  open();
  await rows();
  await press('Add User');
  await sendPassword('secret');
  await nameField();
});

it('keeps the input when the session has ended, asks for the password, and continues', async () => {
  const { writes } = open({
    'POST /api/users': () => (session ? { status: 201, body: { id: 'n', name: 'Bo', score: 0, revision: 1 } } : locked),
  });
  await press('Add User');
  await userEvent.type(await nameField(), 'Bo');
  session = false;
  await userEvent.keyboard('{Enter}');
  await sendPassword('secret');
  await screen.findByText('User added');
  screen.getByText('Bo');
  const sent = { name: 'Bo', asOrganiser: true };
  expect(writes().map(({ body }) => body)).toEqual([sent, sent]);
  expect(screen.queryByText('Failed to add user. Name might already exist.')).toBeNull();
});

it('brings back a user that was deleted, for a minute and for every organiser', async () => {
  const body = [{ ...alex, undoUntil: '2025-11-13T18:00:50.000Z' }];
  users = [zoe];
  const { writes } = open({
    'GET /api/admin/deleted-users': () => ({ body }),
    [`POST /api/users/${alex.id}/restore`]: () => {
      users = [zoe, alex];
      return { body: alex, touches: 'users' };
    },
  });
  expect((await screen.findByText('Alex')).tagName).toBe('DEL');
  screen.getByText('2 users');
  expect(screen.queryByRole('button', { name: 'Edit Alex' })).toBeNull();
  await press('Undo: bring back Alex');
  await screen.findByText('User restored');
  await screen.findByRole('button', { name: 'Edit Alex' });
  expect(writes().map(({ call }) => call)).toEqual([`POST /api/users/${alex.id}/restore`]);
});
