import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { itSendsLikeEveryDialog, renderDialog } from '#testing/dialog.tsx';
import { answerCalls } from '#testing/page.tsx';
import { findDialog, userEvent } from '#testing/user-event.ts';
import { BadgeDialog } from './BadgeDialog.tsx';
import { NewCodeDialog } from './NewCodeDialog.tsx';
import { RegisterDialog } from './RegisterDialog.tsx';

const code = () => screen.getByLabelText<HTMLInputElement>('Code on the badge');

itSendsLikeEveryDialog('I have a badge', {
  open: () => renderDialog((onClose) => <BadgeDialog onClose={onClose} />),
  fill: () => userEvent.type(code(), 'abc-def'),
  press: 'Use this badge',
  busy: 'Looking it up...',
  call: 'POST /api/users/by-code/ABCDEF/claim',
  body: undefined,
  answer: { body: { id: 'u-1', name: 'Rosa', code: 'ABCDEF' }, touches: 'users' },
  done: 'Welcome, Rosa!',
  refusedField: ['code', /^Code on the badge/],
  hasKey: true,
});

it('says of what is no code how a code looks, and sends nothing', async () => {
  const heard = answerCalls({});
  renderDialog((onClose) => <BadgeDialog onClose={onClose} />);
  await userEvent.type(code(), 'ABC-D0{Enter}');
  await screen.findByText('A code has six letters and digits, without 0, O, 1, I and L.');
  expect(heard.filter(({ call }) => call.startsWith('POST'))).toEqual([]);
});

it('is where accounts are made, and asks before it uses a code of an address', async () => {
  const heard = answerCalls({});
  renderDialog((onClose) => <RegisterDialog onClose={onClose} />);
  await userEvent.click(screen.getByRole('button', { name: 'I have a badge' }));
  await findDialog('I have a badge');
  expect(heard.filter(({ call }) => call.startsWith('POST'))).toEqual([]);
  renderDialog((onClose) => <BadgeDialog given="ABCDEF" onClose={onClose} />);
  expect(screen.getByDisplayValue('ABC-DEF')).toBeDefined();
});

it('offers no camera where the browser reads no codes', () => {
  answerCalls({});
  renderDialog((onClose) => <BadgeDialog onClose={onClose} />);
  expect(screen.queryByRole('button', { name: 'Scan' })).toBeNull();
});

it('makes a new code, shows it, and leads to the print of this badge', async () => {
  const heard = answerCalls({
    'POST /api/users/u-1/code': () => ({ body: { id: 'u-1', name: 'Rosa', code: 'GHJKMN' } }),
  });
  const user = { id: 'u-1', name: 'Rosa', score: 0, revision: 1 };
  renderDialog((onClose) => <NewCodeDialog user={user} onClose={onClose} />, { admin: true });
  await userEvent.click(screen.getByRole('checkbox', { name: /^Also take the account off the phone/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Make a new code' }));
  await screen.findByText('GHJ-KMN');
  expect(screen.getByRole('link', { name: 'Print this badge' }).getAttribute('href')).toBe('/print/badges?user=u-1');
  expect(heard.find(({ call }) => call.startsWith('POST'))?.body).toEqual({ unbinds: true });
});
