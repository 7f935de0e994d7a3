import { act, renderHook, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls, type Reply, renderInPage } from '#testing/page.tsx';
import { userEvent } from '#testing/user-event.ts';
import { SessionsCard } from './SessionsCard.tsx';
import { rememberName, unlocked, useAdminMode } from './state.ts';

const END = 'DELETE /api/admin/sessions';

type Scene = { end?: () => Reply; admin?: boolean };

function open({ end = () => ({ status: 204, touches: 'sessions,audit' }), admin = true }: Scene = {}) {
  const heard = answerCalls({ [END]: end });
  renderInPage(<SessionsCard />, { at: '/admin', admin });
  return heard;
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const calls = (heard: ReturnType<typeof open>) => heard.map(({ call }) => call);

it('shows nothing to press and sends no request while locked', async () => {
  const heard = open({ admin: false });
  screen.getByText('Unlock to end other admin sessions');
  expect(screen.queryByRole('button', { name: 'End all other sessions' })).toBeNull();
  expect(calls(heard)).toEqual([]);
  await act(async () => unlocked());
  screen.getByRole('button', { name: 'End all other sessions' });
});

it('ends all other sessions after a question, and moves the focus to the page', async () => {
  const heard = open();
  await press('End all other sessions');
  screen.getByRole('group', { name: /^End all other sessions\?/ });
  await press('Keep them');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'End all other sessions' }));
  expect(calls(heard)).toEqual([]);
  await press('End all other sessions');
  await press('Yes, end them');
  await screen.findByText('Only this browser is still unlocked.');
  expect(calls(heard)).toEqual([END]);
  screen.getByRole('button', { name: 'End all other sessions' });
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

it('says when the sessions could not be ended, and keeps the question', async () => {
  open({ end: () => ({ status: 503, body: { code: 'BUSY', message: 'The server is busy.' } }) });
  await press('End all other sessions');
  await press('Yes, end them');
  await screen.findByText('The server is busy.');
  screen.getByRole('button', { name: 'Yes, end them' });
});

it('says who works here for the list of changes, and asks again', async () => {
  const { result } = renderHook(useAdminMode);
  const mode = () => result.current.isNameAsked;
  open();
  screen.getByText('The list of changes does not know who works in this browser.');
  act(() => rememberName('Mira'));
  await waitFor(() => screen.getByText(/^In the list of changes you are .?Mira.?\.$/));
  expect(mode()).toBe(true);
  await press('Say who you are');
  expect(mode()).toBe(false);
});
