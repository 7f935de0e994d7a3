import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls, renderInPage } from '#testing/page.tsx';
import { findDialog, userEvent } from '#testing/user-event.ts';
import type { AttendeesCheck } from '../contract.ts';
import { ImportAttendees } from './ImportAttendees.tsx';

const CHECK = 'POST /api/admin/imports/attendees/check';
const IMPORT = 'POST /api/admin/imports/attendees';
const FILE = 'name\nRosa\nTheo';

const preview = async (check: Partial<AttendeesCheck>) => {
  const heard = answerCalls({
    [CHECK]: () => ({ body: { attendees: [], problems: [], ignored: [], ...check } }),
    [IMPORT]: () => ({ status: 201, body: [{ id: 'u-1', name: 'Rosa', code: 'ABCDEF' }], touches: 'users' }),
  });
  renderInPage(<ImportAttendees />, { admin: true });
  await userEvent.upload(screen.getByLabelText('Attendees from CSV'), new File([FILE], 'guests.csv'));
  return { heard, dialog: within(await findDialog('Import attendees')) };
};
const person = (line: number, name: string, more = {}) => ({ line, name, isNew: true, onPhone: false, ...more });

it('previews who gets an account and who has one, and imports them', async () => {
  const attendees = [person(2, 'Rosa', { isNew: false, onPhone: true }), person(3, 'Theo')];
  const { heard, dialog } = await preview({ attendees, ignored: ['Shirt'] });
  dialog.getByText('Unknown columns, left out: Shirt.');
  dialog.getByText('Here already: 1 account');
  dialog.getByText(/^A phone has made this account and keeps it/);
  dialog.getByText('New: 1 account');
  await userEvent.click(dialog.getByRole('button', { name: 'Import 2 attendees' }));
  await screen.findByText('1 badge can be printed now.');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(heard.find(({ call }) => call === IMPORT)?.body).toEqual({ csv: FILE });
});

it('names the lines to mend, and offers no import', async () => {
  const problems = [{ line: 3, field: 'name', message: 'Name is missing.' }];
  const { dialog } = await preview({ attendees: [person(2, 'Rosa')], problems });
  dialog.getByText('guests.csv can’t be imported yet: 1 line needs mending. Nothing was added.');
  dialog.getByText('Name is missing.');
  expect(dialog.queryByRole('button', { name: /^Import/ })).toBeNull();
});
