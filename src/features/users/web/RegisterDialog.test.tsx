import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { rememberName } from '#features/names/web/state.ts';
import { answerCalls, type Heard, type Reply, renderInPage } from '#testing/page.tsx';
import { userEvent } from '#testing/user-event.ts';
import { RegisterDialog } from './RegisterDialog.tsx';

const open = (reply: () => Reply | Promise<Reply>) => {
  const heard: Heard[] = [];
  const note = (sent: Heard) => {
    heard.push(sent);
    return reply();
  };
  answerCalls({ 'POST /api/users': note });
  const onClose = vi.fn();
  renderInPage(<RegisterDialog onClose={onClose} />);
  return { heard, closed: () => onClose.mock.calls.length };
};
const name = () => screen.getByLabelText(/^Your Name/);
const created = { status: 201, body: { id: 'u1', name: 'Jo', score: 0 }, touches: 'users' };

it('creates the account on Enter, with the trimmed name and a key', async () => {
  const { heard, closed } = open(() => created);
  screen.getByRole('dialog', { name: 'Register for the festival' });
  await userEvent.type(name(), '  Jo {Enter}');
  await screen.findByText('Welcome to the festival!');
  screen.getByText('Your account has been created successfully.');
  expect(heard.map(({ call, body }) => [call, body])).toEqual([['POST /api/users', { name: 'Jo' }]]);
  expect(heard[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
  expect(closed()).toBe(1);
});

it('asks for a name and sends nothing without one', async () => {
  const { heard } = open(() => created);
  await userEvent.type(name(), '  ');
  await userEvent.click(screen.getByRole('button', { name: 'Register' }));
  await screen.findByText('Name Required');
  expect(screen.getAllByText('Please enter your name to register.').length).toBeGreaterThan(0);
  expect(heard).toEqual([]);
});

it('reads Creating Account... while waiting', async () => {
  const { heard } = open(() => new Promise(() => {}));
  await userEvent.type(name(), 'Jo{Enter}');
  const button = await screen.findByRole('button', { name: 'Creating Account...' });
  await userEvent.click(button);
  expect([button.getAttribute('aria-disabled'), heard.length]).toEqual(['true', 1]);
});

const refused = (field?: string) => ({ status: 409, body: { code: 'NAME_TAKEN', message: 'Jo is taken.', field } });
it.each([
  ['the server’s message at the name', refused('name'), 'Jo is taken.', 'true'],
  ['the server’s message about something else', refused(), 'Jo is taken.', null],
  ['the fixed words', { status: 500 }, 'This username may already be taken. Please try a different one.', null],
])('shows %s when it fails, and keeps the name', async (_, reply, words, invalid) => {
  const { closed } = open(() => reply);
  await userEvent.type(name(), 'Jo{Enter}');
  await screen.findByText('Registration Failed');
  expect(screen.getAllByText(words).length).toBeGreaterThan(0);
  expect([(name() as HTMLInputElement).value, name().getAttribute('aria-invalid'), closed()]).toEqual([
    'Jo',
    invalid,
    0,
  ]);
});

it('fills in the last name that has no account here yet', async () => {
  rememberName('Jo');
  rememberName('Rosa', { account: true });
  open(() => created);
  expect((name() as HTMLInputElement).value).toBe('Jo');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Register' }));
  expect(screen.queryByRole('button', { name: 'Rosa' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Register' }));
  await waitFor(() => expect((name() as HTMLInputElement).value).toBe(''));
});
