import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls, type Reply, renderInPage } from '#testing/page.tsx';
import { userEvent } from '#testing/user-event.ts';
import { OrganiserName } from './OrganiserName.tsx';
import { rememberedName, useAdminMode } from './state.ts';

/** As the shell shows it. */
const Shown = () => {
  const { on, isNameAsked } = useAdminMode();
  return on && !isNameAsked && <OrganiserName />;
};

const open = (reply: Reply = { status: 204 }) => {
  const heard = answerCalls({ 'PUT /api/admin/session': () => reply });
  renderInPage(<Shown />, { admin: true });
  return () => heard.map(({ body }) => body);
};
const form = () => screen.queryByRole('form', { name: 'Who works here' });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('sends the name once, and remembers it on the device', async () => {
  const sent = open();
  await press('Remember me');
  await userEvent.type(screen.getByRole('textbox'), ' Priya ');
  await press('Remember me');
  await waitFor(() => expect(form()).toBeNull());
  expect([sent(), rememberedName(), localStorage.getItem('festival-organiser-name')]).toEqual([
    [{ name: 'Priya' }],
    'Priya',
    'Priya',
  ]);
});

it('does not ask again who said Not now', async () => {
  const sent = open();
  await press('Not now');
  expect([form(), sent(), localStorage.getItem('festival-organiser-name')]).toEqual([null, [], '']);
});

it('says why the name was not saved, and keeps it', async () => {
  open({ status: 500 });
  await userEvent.type(screen.getByRole('textbox'), 'Priya');
  await press('Remember me');
  await screen.findByText('Your name could not be saved. Please try again.');
  expect([screen.getByRole<HTMLInputElement>('textbox').value, rememberedName()]).toEqual(['Priya', '']);
});
