import { QueryClientProvider, useMutation } from '@tanstack/react-query';
import { act, cleanup, render, renderHook, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#platform/contract.ts';
import { DOOR, HOST } from '#platform/staff.ts';
import { request } from '#platform/web/api.ts';
import { createQueryClient } from '#platform/web/query-client.ts';
import { forgetToasts } from '#platform/web/ui/toast.ts';
import { fakeServer } from '#testing/fetch.ts';
import { sendPassword } from '#testing/password.ts';
import { userEvent } from '#testing/user-event.ts';
import { AdminLock } from './AdminLock.tsx';
import {
  adminRefused,
  deskStorage,
  forgetAdminMode,
  guarded,
  isLocked,
  setHelperDesk,
  unlocked,
  useAdminMode,
  useMayWork,
} from './state.ts';

// Any call of an organiser: this slice must not import other contracts.
const rename = endpoint({
  route: 'PATCH /api/users/{id}',
  summary: 'Rename.',
  who: 'admin',
  params: z.object({ id: z.string() }),
  body: z.object({ name: z.string() }),
  answer: z.object({ name: z.string() }),
  status: 200,
  touches: [],
});
const look = endpoint({
  route: 'GET /api/admin/audit',
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
  fakeServer(async (path: string, { method, body }: RequestInit) => {
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
  const { mutateAsync } = useMutation({
    mutationFn: () => request<typeof rename>('PATCH /api/users/{id}', { params: { id: 'u1' }, body: { name } }),
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
const unlock = () => sendPassword('sunset');
const SENT = 'PATCH /api/users/u1 {"name":"Jo"}';

test('runs the act at once when unlocked', async () => {
  session = true;
  await show();
  await press();
  await waitFor(() => expect(told).toEqual(['renamed']));
  expect([renames, screen.queryByRole('dialog')]).toEqual([[SENT], null]);
});

test('asks for the password first when locked, then runs the act', async () => {
  await show();
  await press();
  expect(renames).toEqual([]);
  await unlock();
  await waitFor(() => expect(told).toEqual(['renamed']));
  expect([renames, screen.queryByRole('dialog')]).toEqual([[SENT], null]);
});

test('Cancel drops the act: unlocking later does not run it', async () => {
  await show();
  await press();
  await screen.findByLabelText('Password');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(screen.getByRole('button', { name: 'Unlock admin mode' }));
  await unlock();
  await screen.findByRole('button', { name: 'Lock admin mode' });
  expect(renames).toEqual([]);
});

test('asks for the password when the session ended meanwhile, then runs the act again without an error', async () => {
  session = true;
  await show();
  session = false;
  await press();
  await unlock();
  await waitFor(() => expect(told).toEqual(['renamed']));
  expect(renames).toEqual([SENT, SENT]);
  expect(localStorage.getItem(KEY)).toBe('true');
});

test('asks a browser without cookies twice at most', async () => {
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

test('leaves other failures to the act, and does not retry', async () => {
  session = true;
  await show('bad');
  await press();
  await waitFor(() => expect(told).toEqual(['Failed to update user.']));
  expect([renames.length, screen.queryByRole('dialog')]).toEqual([1, null]);
});

test('a read that gets 401 turns admin mode off and does not ask for the password', async () => {
  session = true;
  await show();
  session = false;
  await act(async () => {
    await request<typeof look>('GET /api/admin/audit').catch(() => undefined);
  });
  screen.getByRole('button', { name: 'Unlock admin mode' });
  expect(screen.queryByRole('dialog')).toBeNull();
});

const DESK = { name: 'Mira', role: 'door', scope: { eventId: 'e-cup', location: null } } as const;
const CUP = { id: 'e-cup', location: 'Ballroom A' };

test('asks a helper for no password, and closes the desk when the server knows it no more', async () => {
  session = true;
  await show();
  act(() => {
    adminRefused('read');
    setHelperDesk(DESK);
  });
  await press();
  await waitFor(() => expect(told).toEqual(['renamed']));
  session = false;
  await press();
  await waitFor(() => expect(localStorage.getItem('festival-helper')).toBeNull());
  expect([renames.length, screen.queryByRole('dialog'), told]).toEqual([2, null, ['renamed']]);
});

test('offers a helper the work of the link, an organiser all of it, and others none', () => {
  const may = (roles: typeof DOOR) => {
    const offered: boolean[] = [];
    for (const event of [CUP, { ...CUP, id: 'e-other' }]) {
      const { result, unmount } = renderHook(() => useMayWork(roles, event));
      offered.push(result.current);
      unmount();
    }
    return offered;
  };
  expect([may(DOOR), may(HOST)]).toEqual([
    [false, false],
    [false, false],
  ]);
  act(() => setHelperDesk(DESK));
  expect([may(DOOR), may(HOST)]).toEqual([
    [true, false],
    [false, false],
  ]);
  act(unlocked);
  expect(may(HOST)).toEqual([true, true]);
});

test('keeps the desk’s lists on the phone while somebody works there', () => {
  deskStorage.set('lists');
  expect(deskStorage.get()).toBeNull();
  act(() => setHelperDesk(DESK));
  deskStorage.set('lists');
  expect(deskStorage.get()).toBe('lists');
  act(() => setHelperDesk(null));
  expect(deskStorage.get()).toBeNull();
});

test('takes a stored desk that cannot be read as none', () => {
  localStorage.setItem('festival-helper', '{"name":');
  const { result } = renderHook(useAdminMode);
  expect(result.current.desk).toBeNull();
});
