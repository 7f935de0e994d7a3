import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#platform/contract.ts';
import { request } from '#platform/web/api.ts';
import { answerCalls, type Heard, type Reply, renderInPage } from '#testing/page.tsx';
import { userEvent } from '#testing/user-event.ts';

// Any write of a visitor: this slice must not import other contracts.
const add = endpoint({
  route: 'POST /api/things',
  summary: 'Add.',
  who: 'anyone',
  body: z.object({ name: z.string() }),
  answer: z.object({ id: z.string() }),
  status: 201,
  touches: [],
  idempotent: true,
});

const KEY = '0b0e7a54-6c1d-4f4e-9a55-1d2c3b4a5f60';
const ASKED = { code: 'BADGE_WORD', message: 'What is the word on your badge?' };
const WRONG = { code: 'BADGE_WORD', message: 'That is not the word on the badge.', field: 'word' };

/** A server that expects the word "brûlée". */
const wanting = ({ headers }: Heard): Reply => {
  const word = headers['x-badge-word'];
  if (word === undefined) return { status: 401, body: ASKED };
  return word === encodeURIComponent('brûlée') ? { status: 201, body: { id: 'x' } } : { status: 401, body: WRONG };
};

type Outcome = { id: string } | string;

function open(reply: (heard: Heard) => Reply | Promise<Reply>) {
  const heard = answerCalls({ 'POST /api/things': reply });
  renderInPage(<p>A page</p>);
  const write = (): Promise<Outcome> =>
    request<typeof add>('POST /api/things', { body: { name: 'Alex' }, idempotencyKey: KEY }).catch(
      (error: { sentence?: string }) => error.sentence ?? String(error),
    );
  return { heard, write };
}

const field = () => screen.findByLabelText('Word');
const button = (name: string) => screen.getByRole('button', { name });

it('asks with one field, waits for a word, and repeats the same request with it', async () => {
  const { heard, write } = open(wanting);
  const written = write();
  await field();
  screen.getByRole('dialog', {
    name: 'What is the word on your badge?',
    description: 'Everybody at the festival has it. This device is asked only once.',
  });
  expect(button('Continue').getAttribute('aria-disabled')).toBe('true');
  await userEvent.type(await field(), ' {Enter}');
  expect(heard).toHaveLength(1);
  await userEvent.type(await field(), ' brûlée {Enter}');
  expect(await written).toEqual({ id: 'x' });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(heard.map(({ body, headers }) => [body, headers['idempotency-key'], headers['x-badge-word']])).toEqual([
    [{ name: 'Alex' }, KEY, undefined],
    [{ name: 'Alex' }, KEY, 'br%C3%BBl%C3%A9e'],
  ]);
});

it('says that a word is wrong, keeps it, and accepts another', async () => {
  const { heard, write } = open(wanting);
  const written = write();
  await userEvent.type(await field(), 'custard{Enter}');
  await screen.findByText('That is not the word on the badge.');
  expect(((await field()) as HTMLInputElement).value).toBe('custard');
  expect(heard).toHaveLength(2);
  await userEvent.clear(await field());
  await userEvent.type(await field(), 'brûlée{Enter}');
  expect(await written).toEqual({ id: 'x' });
});

it('shows the waiting time in the dialog after many wrong words', async () => {
  const message = 'Too many wrong words from this network. Try again in 4 s.';
  const { write } = open(({ headers }) =>
    headers['x-badge-word'] === undefined
      ? { status: 401, body: ASKED }
      : { status: 429, body: { code: 'TOO_FAST', message, field: 'word' } },
  );
  void write();
  await userEvent.type(await field(), 'brûlée{Enter}');
  await screen.findByText(message);
  expect(button('Continue').hasAttribute('aria-disabled')).toBe(false);
});

it('drops the write on Cancel, and asks again at the next one', async () => {
  const { heard, write } = open(wanting);
  const written = write();
  await userEvent.type(await field(), 'custard');
  await userEvent.click(button('Cancel'));
  expect(await written).toBe('Nothing was saved. Try again with the word on your badge.');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(heard).toHaveLength(1);
  void write();
  await waitFor(async () => expect(((await field()) as HTMLInputElement).value).toBe(''));
});

it('closes when the write is refused for another reason, and keeps the word for the next write', async () => {
  let full = true;
  let known = false;
  const { heard, write } = open((asked) => {
    const reply = known ? { status: 201, body: { id: 'x' } } : wanting(asked);
    return reply.status === 201 && full ? { status: 409, body: { code: 'EVENT_FULL', message: 'Full.' } } : reply;
  });
  const written = write();
  await userEvent.type(await field(), 'brûlée{Enter}');
  expect(await written).toBe('Full.');
  expect(screen.queryByRole('dialog')).toBeNull();
  full = false;
  expect(await write()).toEqual({ id: 'x' });
  known = true;
  // After the first successful write the word is not sent any more.
  await write();
  expect(heard.map(({ headers }) => headers['x-badge-word'] !== undefined)).toEqual([false, true, true, false]);
});

it('closes when the connection drops during the check', async () => {
  const { write } = open((asked) => {
    if (asked.headers['x-badge-word'] !== undefined) throw new TypeError('offline');
    return wanting(asked);
  });
  const written = write();
  await userEvent.type(await field(), 'brûlée{Enter}');
  expect(await written).toContain('No connection');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('asks once for two concurrent writes', async () => {
  const { write } = open(wanting);
  const written = Promise.all([write(), write()]);
  await userEvent.type(await field(), 'brûlée{Enter}');
  expect(await written).toEqual([{ id: 'x' }, { id: 'x' }]);
});
