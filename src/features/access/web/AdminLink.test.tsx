import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls, type Reply, renderInPage } from '#testing/page.tsx';
import { AdminLink } from './AdminLink.tsx';
import { rememberName } from './state.ts';

const TOKEN = 'A'.repeat(43);

function open(at: string, reply: () => Reply = () => ({ status: 204 })) {
  const heard = answerCalls({ 'POST /api/admin/link': reply });
  renderInPage(<AdminLink />, { at });
  return heard.map(({ call, body }) => [call, body]);
}

it('removes the token from the address at once, sends it and unlocks', async () => {
  const sent = open(`/admin?tab=1#link=${TOKEN}`);
  expect(location.href).toMatch(/\/admin\?tab=1$/);
  expect(sent).toEqual([['POST /api/admin/link', { token: TOKEN }]]);
  await screen.findByText('Admin Mode Enabled');
});

it('gives the session of a link the name that this device remembers', async () => {
  rememberName('Priya');
  const heard = answerCalls({ 'POST /api/admin/link': () => ({ status: 204 }) });
  renderInPage(<AdminLink />, { at: `/admin#link=${TOKEN}` });
  await waitFor(() => expect(heard).toHaveLength(2));
  expect(heard[1]).toMatchObject({ call: 'PUT /api/admin/session', body: { name: 'Priya' } });
});

it('accepts a link pasted over the address of the open page', async () => {
  open('/admin');
  location.hash = `link=${TOKEN}`;
  await screen.findByText('Admin Mode Enabled');
  expect(location.hash).toBe('');
});

it('sends no request without a token', () => {
  expect([open('/admin'), open('/admin#main'), location.hash]).toEqual([[], [], '#main']);
});

it('says why a link does not open', async () => {
  const message = 'This link was used already; it works once.';
  open(`/admin#link=${TOKEN}`, () => ({ status: 410, body: { code: 'LINK_OVER', message } }));
  expect((await screen.findByRole('alert')).textContent).toBe(message);
  expect(location.hash).toBe('');
});
