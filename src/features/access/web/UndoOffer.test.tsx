import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#platform/contract.ts';
import { request } from '#platform/web/api.ts';
import { answerCalls, renderInPage } from '#testing/page.tsx';
import { userEvent } from '#testing/user-event.ts';
import { UndoOffer } from './UndoOffer.tsx';

// Any call of an organiser: this slice must not import other contracts.
const undo = endpoint({
  route: 'POST /api/amendments/{id}/undo',
  summary: 'Undo.',
  who: 'admin',
  params: z.object({ id: z.string() }),
  bodiless: true,
  answer: z.string(),
  touches: [],
});
const send = (id: string) => request<typeof undo>('POST /api/amendments/{id}/undo', { params: { id } });

it.each([
  ['the reason, and asks again', { status: 404, body: { code: 'NOT_FOUND', message: 'Too late.' } }, 'Too late.', 1],
  ['nothing while the desk is locked', { status: 401, body: { code: 'LOCKED', message: 'Locked.' } }, null, 0],
])('tells of a refusal %s', async (_, reply, words, times) => {
  const [onUndone, onFailed] = [vi.fn(), vi.fn()];
  const heard = answerCalls({ 'POST /api/amendments/a1/undo': () => reply });
  renderInPage(<UndoOffer undo={send} of="a1" onUndone={onUndone} onFailed={onFailed} />, { admin: true });
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(heard.filter(({ call }) => call.startsWith('POST'))).toHaveLength(1));
  await waitFor(() => expect(onFailed).toHaveBeenCalledTimes(times));
  if (words !== null) await screen.findByText(words);
  expect([screen.queryByText(/Locked|could not/), onUndone.mock.calls]).toEqual([null, []]);
});
