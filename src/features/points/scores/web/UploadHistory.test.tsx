import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls, type Reply, renderInPage } from '#testing/page.tsx';
import { userEvent } from '#testing/user-event.ts';
import type { BulkUpload } from '../contract.ts';
import { UploadHistory } from './UploadHistory.tsx';

const anUpload = (said: Partial<BulkUpload> = {}): BulkUpload => ({
  id: 'b1',
  fileName: 'day 1.csv',
  fileType: 'csv',
  uploadedAt: '2025-11-14T17:00:00.000Z',
  totalRecords: 1204,
  successfulUpdates: 1203,
  failedUpdates: 1,
  errorDetails: JSON.stringify(['“Bo” appears twice with different scores: 1 and 2.']),
  undoneAt: null,
  ...said,
});

const open = (reply: () => Reply, admin = true, more: Parameters<typeof answerCalls>[0] = {}) => {
  const heard = answerCalls({ 'GET /api/bulk-uploads': reply, ...more });
  renderInPage(<UploadHistory zone="America/New_York" />, { admin });
  return heard;
};

it('shows each upload with its counts and errors, in the festival’s time', async () => {
  open(() => ({ body: [anUpload(), anUpload({ id: 'b2', fileType: 'json', errorDetails: '[]', failedUpdates: 0 })] }));
  const cards = within(await screen.findByRole('list', { name: 'Past uploads' })).getAllByRole('heading');
  expect(cards).toHaveLength(2);
  expect(screen.getAllByText('Nov 14, 2025, 12:00 PM')).toHaveLength(2);
  expect(screen.getAllByText('1,204 records')).toHaveLength(2);
  expect(screen.getAllByText('1,203 successful')).toHaveLength(2);
  screen.getByText('1 failed');
  expect(screen.getAllByText('Errors:')).toHaveLength(1);
  screen.getByText('“Bo” appears twice with different scores: 1 and 2.');
});

it('shows ten errors first, all on request, and other text unchanged', async () => {
  const errors = Array.from({ length: 30 }, (_, index) => `Player ${index} failed.`);
  open(() => ({
    body: [anUpload({ errorDetails: JSON.stringify(errors) }), anUpload({ id: 'b2', errorDetails: 'Oh no' })],
  }));
  await screen.findByText('Oh no');
  expect([screen.queryByText('Player 9 failed.') === null, screen.queryByText('Player 10 failed.')]).toEqual([
    false,
    null,
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Show all 30' }));
  screen.getByText('Player 29 failed.');
});

it('sends no request without admin mode, and says so instead', async () => {
  const heard = open(() => ({ body: [] }), false);
  await screen.findByText('Unlock to see past uploads');
  expect(heard).toEqual([]);
});

it('shows who got how much', async () => {
  const body = [
    { id: 'p1', userId: 'u1', name: 'Rosa', points: 40, isUndone: false },
    { id: 'p2', userId: 'u2', name: 'Bo', points: -3, isUndone: true },
  ];
  open(() => ({ body: [anUpload()] }), true, { 'GET /api/bulk-uploads/b1/points': () => ({ body }) });
  const opener = await screen.findByRole('button', { name: 'Who got how much' });
  await userEvent.click(opener);
  const list = await screen.findByRole('list', { name: 'Points of this upload' });
  expect([...list.children].map((line) => line.textContent)).toEqual(['Rosa+40', 'Bo−3']);
  expect(list.querySelectorAll('del')).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Hide the points' }));
  expect(screen.queryByRole('list', { name: 'Points of this upload' })).toBeNull();
});

it('undoes an upload where it shows what that takes back, and says that it is undone', async () => {
  let undoneAt: string | null = null;
  open(() => ({ body: [anUpload({ undoneAt })] }), true, {
    'GET /api/bulk-uploads/b1/points': () => ({ body: [] }),
    'POST /api/bulk-uploads/b1/undo': () => {
      undoneAt = '2025-11-14T18:00:00.000Z';
      return { body: anUpload({ undoneAt }), touches: 'uploads' };
    },
  });
  const undo = () => screen.queryByRole('button', { name: 'Undo the upload day 1.csv' });
  const opener = await screen.findByRole('button', { name: 'Who got how much' });
  expect(undo()).toBeNull();
  await userEvent.click(opener);
  await screen.findByText('It changed no score that is still there.');
  await userEvent.click(undo() as HTMLElement);
  await screen.findByText('Undone');
  expect(undo()).toBeNull();
});

it('says why an upload cannot be undone', async () => {
  const message = 'This score was set again after this upload: Bo. Undo that first.';
  open(() => ({ body: [anUpload()] }), true, {
    'GET /api/bulk-uploads/b1/points': () => ({ body: [] }),
    'POST /api/bulk-uploads/b1/undo': () => ({ status: 409, body: { code: 'CHANGED_MEANWHILE', message } }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Who got how much' }));
  await userEvent.click(screen.getByRole('button', { name: 'Undo the upload day 1.csv' }));
  await screen.findByText(message);
});
