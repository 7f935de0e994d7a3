import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, renderHook, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/web/query-client.ts';
import { forgetToasts, useToasts } from '#platform/web/ui/toast.ts';
import { fakeServer } from '#testing/fetch.ts';
import { sendPassword } from '#testing/password.ts';
import { userEvent } from '#testing/user-event.ts';
import { AdminLock } from './AdminLock.tsx';
import { forgetAdminMode, lock as lockNow, rememberName, unlocked } from './state.ts';

const KEY = 'festival-admin-mode';
type Reply = () => Response | Promise<Response>;
let replies: Record<string, Reply>;
let asked: string[];

beforeEach(() => {
  asked = [];
  replies = {
    'GET /api/admin/session': () => Response.json({ admin: false }),
    'POST /api/admin/logout': () => new Response(null, { status: 204 }),
  };
  fakeServer(async (path: string, { method, body }: RequestInit) => {
    asked.push([method, path, body].filter(Boolean).join(' '));
    return replies[`${method} ${path}`]?.() ?? new Response(null, { status: 500 });
  });
});
afterEach(() => {
  cleanup();
  act(forgetToasts);
  act(forgetAdminMode);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const show = async () => {
  const toasts = renderHook(useToasts);
  await act(async () => {
    render(
      <QueryClientProvider client={createQueryClient()}>
        <AdminLock />
      </QueryClientProvider>,
    );
  });
  return () => toasts.result.current.map(({ title, description, tone }) => [title, description, tone ?? 'plain']);
};
const lock = () => screen.queryByRole('button', { name: 'Lock admin mode' });
const button = (name: string) => screen.getByRole('button', { name });
const openDialog = async () => {
  await userEvent.click(button('Unlock admin mode'));
  return screen.findByLabelText('Password');
};

test('the dialog has its title and text, and Unlock waits for a password', async () => {
  await show();
  const field = await openDialog();
  screen.getByRole('dialog', {
    name: 'Enter Admin Password',
    description: 'Enter the admin password to unlock editing and deletion features',
  });
  expect(document.activeElement).toBe(field);
  expect(button('Unlock').getAttribute('aria-disabled')).toBe('true');
  await userEvent.keyboard('{Enter}');
  expect(asked).toEqual(['GET /api/admin/session']);
  await userEvent.type(field, 'x');
  expect(button('Unlock').hasAttribute('aria-disabled')).toBe(false);
});

test('the right password turns admin mode on and stores it', async () => {
  let answer: (response: Response) => void = () => undefined;
  replies['POST /api/admin/verify'] = () => new Promise((resolve) => (answer = resolve));
  const toasts = await show();
  await openDialog();
  await sendPassword('sunset');
  expect((await screen.findByRole('button', { name: 'Verifying...' })).getAttribute('aria-disabled')).toBe('true');
  await userEvent.keyboard('{Enter}');
  await act(async () => answer(Response.json({ valid: true })));
  await waitFor(() => expect(lock()).not.toBeNull());
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(localStorage.getItem(KEY)).toBe('true');
  expect(toasts()).toEqual([['Admin Mode Enabled', 'You can now edit and delete events', 'plain']]);
  expect(asked).toEqual(['GET /api/admin/session', 'POST /api/admin/verify {"password":"sunset"}']);
});

test.each([
  [() => Response.json({ valid: false }), 'Invalid Password', 'The password you entered is incorrect'],
  [() => new Response('oh', { status: 500 }), 'Error', 'Failed to verify password'],
] as [Reply, string, string][])(
  'a refusal or a failure shows a toast and stays locked (%#)',
  async (reply, title, text) => {
    replies['POST /api/admin/verify'] = reply;
    const toasts = await show();
    await openDialog();
    await sendPassword('wrong');
    await waitFor(() => expect(toasts()).toEqual([[title, text, 'destructive']]));
    screen.getByRole('dialog', { name: 'Enter Admin Password' });
    expect(localStorage.getItem(KEY)).not.toBe('true');
  },
);

test.each([
  ['no connection', () => Promise.reject(new TypeError('offline')), /^No connection\. It is not certain/, 0],
  [
    'a throttled guess',
    () => Response.json({ code: 'TOO_FAST', message: 'Try again in 4 seconds.' }, { status: 429 }),
    'Try again in 4 seconds.',
    1,
  ],
])('%s is told in the dialog, which keeps the password', async (_, reply, words, count) => {
  replies['POST /api/admin/verify'] = reply;
  const toasts = await show();
  await openDialog();
  await sendPassword('sunset');
  expect((await screen.findByText(words)).getAttribute('role')).toBe('alert');
  expect([toasts().length, screen.getByLabelText<HTMLInputElement>('Password').value]).toEqual([count, 'sunset']);
});

test('a browser that keeps no cookies says so, and sends no password', async () => {
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('');
  const toasts = await show();
  await openDialog();
  await sendPassword('sunset');
  await screen.findByText(/^This browser keeps no cookies/);
  expect([asked, toasts()]).toEqual([['GET /api/admin/session'], []]);
  vi.restoreAllMocks();
});

test('Cancel closes the dialog and clears the input', async () => {
  await show();
  await userEvent.type(await openDialog(), 'secret');
  await userEvent.click(button('Cancel'));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(((await openDialog()) as HTMLInputElement).value).toBe('');
});

test.each([
  ['the right one ends its session', () => Response.json({ valid: true }), true],
  ['a wrong one ends none', () => Response.json({ valid: false }), false],
  ['a lost answer ends what may be open', () => Promise.reject(new TypeError('offline')), true],
])('Cancel while the password is checked stays locked: %s', async (_, reply, isEnded) => {
  const checked = Promise.withResolvers<void>();
  replies['POST /api/admin/verify'] = async () => {
    await checked.promise;
    return reply();
  };
  const toasts = await show();
  await openDialog();
  await sendPassword('sunset');
  await screen.findByRole('button', { name: 'Verifying...' });
  await userEvent.click(button('Cancel'));
  expect(asked.at(-1)).toBe('POST /api/admin/verify {"password":"sunset"}');
  checked.resolve();
  await act(() => new Promise<void>((done) => setTimeout(done, 20)));
  expect(asked.includes('POST /api/admin/logout')).toBe(isEnded);
  expect([lock(), localStorage.getItem(KEY), toasts()]).toEqual([null, null, []]);
});

test('a password sent again after Cancel counts', async () => {
  const first = Promise.withResolvers<Response>();
  replies['POST /api/admin/verify'] = () => first.promise;
  await show();
  await openDialog();
  await sendPassword('sunset');
  await userEvent.click(button('Cancel'));
  replies['POST /api/admin/verify'] = () => Response.json({ valid: true });
  await openDialog();
  await sendPassword('sunset');
  await waitFor(() => expect(lock()).not.toBeNull());
  await act(async () => first.resolve(Response.json({ valid: true })));
  expect([lock() === null, asked.includes('POST /api/admin/logout')]).toEqual([false, false]);
});

test.each([
  ['a wrong password', async () => {}, { valid: false }],
  [
    'the lock button',
    async () => userEvent.click(await screen.findByRole('button', { name: 'Lock admin mode' })),
    { valid: true },
  ],
])('a check that was cancelled does not unlock after %s', async (_, between, second) => {
  const first = Promise.withResolvers<Response>();
  replies['POST /api/admin/verify'] = () => first.promise;
  await show();
  await openDialog();
  await sendPassword('sunset');
  await userEvent.click(button('Cancel'));
  replies['POST /api/admin/verify'] = () => Response.json(second);
  await openDialog();
  await sendPassword('sunrise');
  await between();
  await waitFor(() => expect(lock()).toBeNull());
  const logouts = () => asked.filter((call) => call === 'POST /api/admin/logout').length;
  const before = logouts();
  await act(async () => first.resolve(Response.json({ valid: true })));
  await waitFor(() => expect(logouts()).toBe(before + 1));
  expect([lock(), localStorage.getItem(KEY)]).not.toContain('true');
});

test('locking works at once and without a password, even offline', async () => {
  localStorage.setItem(KEY, 'true');
  replies['GET /api/admin/session'] = () => Response.json({ admin: true });
  replies['POST /api/admin/logout'] = () => Promise.reject(new TypeError('offline'));
  const toasts = await show();
  await userEvent.click(button('Lock admin mode'));
  expect(lock()).toBeNull();
  expect(localStorage.getItem(KEY)).toBe('false');
  expect(asked.at(-1)).toBe('POST /api/admin/logout');
  const still = 'This device is locked. The server ends its session once it can be reached from here.';
  await waitFor(() => expect(toasts()).toEqual([['Not yet logged out', still, 'plain']]));
});

test('a lock that the server did not hear is repeated by the next page, before it asks for the session', async () => {
  localStorage.setItem(KEY, 'true');
  let isOn = true;
  replies['GET /api/admin/session'] = () => Response.json({ admin: isOn });
  replies['POST /api/admin/logout'] = () => Promise.reject(new TypeError('offline'));
  await show();
  await userEvent.click(button('Lock admin mode'));
  cleanup();
  await show();
  expect(lock()).toBeNull();
  replies['POST /api/admin/logout'] = () => {
    isOn = false;
    return new Response(null, { status: 204 });
  };
  cleanup();
  asked = [];
  await show();
  await waitFor(() => expect(asked).toEqual(['POST /api/admin/logout', 'GET /api/admin/session']));
  expect(lock()).toBeNull();
  cleanup();
  asked = [];
  await show();
  expect(asked).toEqual(['GET /api/admin/session']);
});

test('a lock that the server did not hear is repeated by the same page, unless it was unlocked meanwhile', async () => {
  vi.useFakeTimers();
  replies['POST /api/admin/logout'] = () => Promise.reject(new TypeError('offline'));
  const tries = () => asked.filter((one) => one === 'POST /api/admin/logout').length;
  await act(async () => lockNow());
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(tries()).toBe(2);
  replies['POST /api/admin/logout'] = () => new Response(null, { status: 204 });
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  expect(tries()).toBe(3);
  replies['POST /api/admin/logout'] = () => Promise.reject(new TypeError('offline'));
  await act(async () => lockNow());
  act(unlocked);
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  expect(tries()).toBe(4);
});

test('a stored flag without a session is corrected without a toast', async () => {
  localStorage.setItem(KEY, 'true');
  const toasts = await show();
  expect(lock()).toBeNull();
  expect([localStorage.getItem(KEY), toasts()]).toEqual(['false', []]);
});

test('without an answer the stored flag stays', async () => {
  localStorage.setItem(KEY, 'true');
  replies['GET /api/admin/session'] = () => Promise.reject(new TypeError('offline'));
  await show();
  expect(lock()).not.toBeNull();
});

test('a late answer does not undo what the person did meanwhile', async () => {
  localStorage.setItem(KEY, 'true');
  let answer: (response: Response) => void = () => undefined;
  replies['GET /api/admin/session'] = () => new Promise((resolve) => (answer = resolve));
  await show();
  await userEvent.click(button('Lock admin mode'));
  await act(async () => answer(Response.json({ admin: true })));
  expect(lock()).toBeNull();
});

test('asks for nothing but the password, and sends the name that this device remembers', async () => {
  replies['POST /api/admin/verify'] = async () => Response.json({ valid: true });
  rememberName('Priya');
  await show();
  const dialog = (await openDialog()).closest('[role=dialog]');
  expect(dialog?.querySelectorAll('input')).toHaveLength(1);
  await sendPassword('sunset');
  await waitFor(() => expect(lock()).not.toBeNull());
  expect(asked.at(-1)).toBe('POST /api/admin/verify {"password":"sunset","name":"Priya"}');
});
