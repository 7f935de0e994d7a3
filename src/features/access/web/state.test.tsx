import { QueryClientProvider, useMutation } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#platform/contract.ts';
import { call } from '#platform/web/api.ts';
import { createQueryClient } from '#platform/web/query-client.ts';
import { forgetToasts } from '#platform/web/ui/toast.ts';
import { AdminLock } from './AdminLock.tsx';
import { forgetAdminMode, isLocked, useGuarded } from './state.ts';

// Any call of an organiser: this noun knows no other's.
const rename = endpoint({
  call: 'PATCH /api/users/{id}',
  summary: 'Rename.',
  who: 'admin',
  params: z.object({ id: z.string() }),
  body: z.object({ name: z.string() }),
  answer: z.object({ name: z.string() }),
  status: 200,
  touches: [],
});
const look = endpoint({
  call: 'GET /api/admin/audit',
  summary: 'Look.',
  who: 'admin',
  answer: z.array(z.string()),
  status: 200,
  touches: [],
});

const KEY = 'festival-admin-mode';
const told: string[] = [];
let session: boolean;
let unlocks: boolean;
let renames: string[];

beforeEach(() => {
  told.length = 0;
  session = false;
  unlocks = true;
  renames = [];
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    const asked = `${method} ${path}`;
    if (asked === 'GET /api/admin/session') return Response.json({ admin: session });
    if (asked === 'POST /api/admin/verify') {
      session = unlocks;
      return Response.json({ valid: true });
    }
    renames.push(`${asked} ${body ?? ''}`.trim());
    if (!session) return Response.json({ code: 'LOCKED', message: 'Locked.' }, { status: 401 });
    if (String(body).includes('bad')) return Response.json({ code: 'BAD_INPUT', message: 'No.' }, { status: 400 });
    return Response.json({ id: 'u1', name: 'Jo', score: 0 });
  });
});
afterEach(() => {
  cleanup();
  act(forgetToasts);
  act(forgetAdminMode);
  vi.unstubAllGlobals();
});

const Rename = ({ name }: { name: string }) => {
  const guarded = useGuarded();
  const { mutateAsync } = useMutation({
    mutationFn: () => call<typeof rename>('PATCH /api/users/{id}', { params: { id: 'u1' }, body: { name } }),
    onError: (error) => !isLocked(error) && told.push('Failed to update user.'),
    onSuccess: () => told.push('renamed'),
  });
  return (
    <button type="button" onClick={() => guarded(() => mutateAsync())}>
      Rename
    </button>
  );
};

const show = async (name = 'Jo') => {
  await act(async () => {
    render(
      <QueryClientProvider client={createQueryClient()}>
        <AdminLock />
        <Rename name={name} />
      </QueryClientProvider>,
    );
  });
};
const press = () => userEvent.click(screen.getByRole('button', { name: 'Rename' }));
const unlock = async () => userEvent.type(await screen.findByLabelText('Password'), 'sunset{Enter}');
const SENT = 'PATCH /api/users/u1 {"name":"Jo"}';

test('unlocked, the act runs at once', async () => {
  session = true;
  await show();
  await press();
  await waitFor(() => expect(told).toEqual(['renamed']));
  expect([renames, screen.queryByRole('dialog')]).toEqual([[SENT], null]);
});

test('locked, the password is asked for first and the act follows', async () => {
  await show();
  await press();
  expect(renames).toEqual([]);
  await unlock();
  await waitFor(() => expect(told).toEqual(['renamed']));
  expect([renames, screen.queryByRole('dialog')]).toEqual([[SENT], null]);
});

test('cancelling forgets the act: a later unlocking does nothing by itself', async () => {
  await show();
  await press();
  await screen.findByLabelText('Password');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(screen.getByRole('button', { name: 'Unlock admin mode' }));
  await unlock();
  await screen.findByRole('button', { name: 'Lock admin mode' });
  expect(renames).toEqual([]);
});

test('a session that ended in the middle is opened again and the act goes on, without a word of failure', async () => {
  session = true;
  await show();
  session = false;
  await press();
  await unlock();
  await waitFor(() => expect(told).toEqual(['renamed']));
  expect(renames).toEqual([SENT, SENT]);
  expect(localStorage.getItem(KEY)).toBe('true');
});

test('a browser that keeps no session is asked twice and not for ever', async () => {
  unlocks = false;
  await show();
  await press();
  await unlock();
  await waitFor(() => expect(renames).toHaveLength(1));
  await unlock();
  await waitFor(() => expect(renames).toHaveLength(2));
  await unlock();
  await screen.findByRole('button', { name: 'Lock admin mode' });
  expect([renames.length, told]).toEqual([2, []]);
});

test('other failures are the act’s own to tell, and nothing is tried again', async () => {
  session = true;
  await show('bad');
  await press();
  await waitFor(() => expect(told).toEqual(['Failed to update user.']));
  expect([renames.length, screen.queryByRole('dialog')]).toEqual([1, null]);
});

test('a read that finds the session ended turns the mode off and asks for nothing', async () => {
  session = true;
  await show();
  session = false;
  await act(async () => {
    await call<typeof look>('GET /api/admin/audit').catch(() => undefined);
  });
  screen.getByRole('button', { name: 'Unlock admin mode' });
  expect(screen.queryByRole('dialog')).toBeNull();
});
