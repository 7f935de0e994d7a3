import { renderHook, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#platform/contract.ts';
import { request } from '#platform/web/api.ts';
import { useToasts } from '#platform/web/ui/toast.ts';
import { answerCalls, type Reply, renderInPage } from '#testing/page.tsx';
import { sendPassword } from '#testing/password.ts';
import { userEvent } from '#testing/user-event.ts';
import { AdminLock } from './AdminLock.tsx';
import { ActButton, useAct, useVisitorAct } from './act.tsx';

// Any call: this slice must not import other contracts.
const stopThing = endpoint({
  route: 'DELETE /api/things/{id}',
  summary: 'Stop.',
  who: 'admin',
  params: z.object({ id: z.string() }),
  answer: z.object({ name: z.string() }),
  touches: [],
});

const STOP = 'DELETE /api/things/t1';
const send = (id: string) => request<typeof stopThing>('DELETE /api/things/{id}', { params: { id } });
const STOPPED: Reply = { body: { name: 'Jo' } };
const REFUSED: Reply = { status: 409, body: { code: 'NOT_NOW', message: 'Not now.' } };
const LOCKED: Reply = { status: 401, body: { code: 'LOCKED', message: 'Locked.' } };

type StopProps = {
  use: typeof useAct;
  inForm?: boolean;
  isTyped?: boolean;
  calls?: Record<'done' | 'failed' | 'settled', () => void>;
};

function Stop({ use, inForm = false, isTyped = true, calls }: StopProps) {
  const stop = use(send, {
    fails: 'It could not be stopped.',
    inForm,
    isTyped,
    busy: 'It is being stopped.',
    ...calls,
  });
  return (
    <>
      <AdminLock />
      <p role="alert">{stop.problem}</p>
      <ActButton act={stop} of="t1">
        {stop.isBusy ? 'Stopping...' : 'Stop'}
      </ActButton>
    </>
  );
}

const press = () => userEvent.click(screen.getByRole('button', { name: 'Stop' }));
const toasts = () => renderHook(useToasts).result.current.map(({ description }) => description);

it('says that it is busy, and sends once when it is pressed twice', async () => {
  const { promise, resolve } = Promise.withResolvers<Reply>();
  const heard = answerCalls({ [STOP]: () => promise });
  const calls = { done: vi.fn(), failed: vi.fn(), settled: vi.fn() };
  renderInPage(<Stop use={useAct} calls={calls} />, { admin: true });
  await press();
  const busy = await screen.findByRole('button', { name: 'Stopping...', description: 'It is being stopped.' });
  await userEvent.click(busy);
  resolve(STOPPED);
  await screen.findByRole('button', { name: 'Stop' });
  expect(heard.filter(({ call }) => call === STOP)).toHaveLength(1);
  expect(calls.done).toHaveBeenCalledExactlyOnceWith({ name: 'Jo' }, 't1');
  expect([calls.failed.mock.calls.length, calls.settled.mock.calls.length]).toEqual([0, 1]);
});

it.each([
  ['in a toast', false, ['Not now.']],
  ['only in its form', true, []],
])('says %s why it failed', async (_, inForm, said) => {
  answerCalls({ [STOP]: () => REFUSED });
  renderInPage(<Stop use={useAct} inForm={inForm} />, { admin: true });
  await press();
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Not now.'));
  expect(toasts()).toEqual(said);
});

it('asks for the password when the session has ended, says no failure, and sends again after it', async () => {
  const replies = [LOCKED, STOPPED];
  const heard = answerCalls({
    [STOP]: () => replies.shift() ?? STOPPED,
    'POST /api/admin/verify': () => ({ body: { valid: true } }),
  });
  const calls = { done: vi.fn(), failed: vi.fn(), settled: vi.fn() };
  renderInPage(<Stop use={useAct} calls={calls} />, { admin: true });
  await press();
  await screen.findByRole('dialog');
  expect([screen.queryByText('Locked.'), toasts()]).toEqual([null, []]);
  await sendPassword('secret');
  await waitFor(() => expect(calls.done).toHaveBeenCalledTimes(1));
  expect(heard.filter(({ call }) => call === STOP)).toHaveLength(2);
  expect(calls.failed).not.toHaveBeenCalled();
});

it('asks a visitor for no password', async () => {
  const heard = answerCalls({ [STOP]: () => STOPPED });
  renderInPage(<Stop use={useVisitorAct} />);
  await press();
  await waitFor(() => expect(heard.map(({ call }) => call)).toContain(STOP));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('says in a toast why a form that was closed meanwhile was refused', async () => {
  const { promise, resolve } = Promise.withResolvers<Reply>();
  answerCalls({ [STOP]: () => promise });
  const { unmount } = renderInPage(<Stop use={useVisitorAct} inForm />);
  await press();
  unmount();
  resolve(REFUSED);
  await waitFor(() => expect(toasts()).toContain('Not now.'));
});

it.each([
  [true, 'It is not certain that this was sent; what you typed is kept here.'],
  [false, 'It is not certain that this was sent.'],
])('says without a network what is kept when something was typed: %s', async (isTyped, words) => {
  answerCalls({
    [STOP]: () => {
      throw new TypeError('Failed to fetch');
    },
  });
  renderInPage(<Stop use={useVisitorAct} inForm isTyped={isTyped} />);
  await press();
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(`No connection. ${words}`));
});
