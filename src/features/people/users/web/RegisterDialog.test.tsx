import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { MINE } from '#platform/live.ts';
import { itSendsLikeEveryDialog, renderDialog } from '#testing/dialog.tsx';
import { answerCalls, type Reply } from '#testing/page.tsx';
import { userEvent } from '#testing/user-event.ts';
import { rememberName } from '../../names/web/state.ts';
import { RegisterDialog } from './RegisterDialog.tsx';

const created = { status: 201, body: { id: 'u1', name: 'Jo', score: 0 }, touches: 'users' };
const show = () => renderDialog((onClose) => <RegisterDialog onClose={onClose} />);
const open = (reply: Reply = created) => {
  const heard = answerCalls({ 'POST /api/users': () => reply });
  show();
  return heard;
};
const name = () => screen.getByLabelText<HTMLInputElement>(/^Your Name/);

itSendsLikeEveryDialog('Register for the festival', {
  open: show,
  fill: () => userEvent.type(name(), '  Jo '),
  press: 'Register',
  busy: 'Creating Account...',
  call: 'POST /api/users',
  body: { name: 'Jo' },
  answer: created,
  done: 'Your account has been created successfully.',
  failed: 'Registration Failed',
  refusedField: ['name', /^Your Name/],
  hasKey: true,
});

let asked: number;
const own = { queryKey: ['claims', 'my'], queryFn: () => ++asked, meta: { topic: MINE } };
const Claims = () => <p>Asked {useQuery(own).data ?? 0} times</p>;

it('asks again for what hangs on the accounts of this device, such as its claims', async () => {
  asked = 0;
  answerCalls({ 'POST /api/users': () => created });
  renderDialog((onClose) => (
    <>
      <RegisterDialog onClose={onClose} />
      <Claims />
    </>
  ));
  await screen.findByText('Asked 1 times');
  await userEvent.type(name(), 'Jo{Enter}');
  await waitFor(() => expect(asked).toBe(2));
});

it('asks for a name and sends nothing without one', async () => {
  const heard = open();
  await userEvent.type(name(), '  {Enter}');
  await screen.findByText('Name Required');
  expect(screen.getAllByText('Please enter your name to register.').length).toBeGreaterThan(0);
  expect(heard.filter(({ call }) => call.startsWith('POST'))).toEqual([]);
});

it.each([
  ['the server’s message', { status: 409, body: { code: 'NAME_TAKEN', message: 'Jo is taken.' } }, 'Jo is taken.'],
  ['the fixed words', { status: 500 }, 'This username may already be taken. Please try a different one.'],
])('shows %s in a toast, not at the name, when it fails for another reason', async (_, reply, words) => {
  open(reply);
  await userEvent.type(name(), 'Jo{Enter}');
  await screen.findByText('Registration Failed');
  screen.getByText(words);
  expect(name().getAttribute('aria-invalid')).toBeNull();
});

it('fills in the last name that has no account here yet', async () => {
  rememberName('Jo');
  rememberName('Rosa', { account: true });
  open();
  expect(name().value).toBe('Jo');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Register' }));
  expect(screen.queryByRole('button', { name: 'Rosa' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Register' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  show();
  expect(name().value).toBe('');
});
