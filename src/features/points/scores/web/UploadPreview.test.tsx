import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { answerCalls, renderInPage } from '#testing/page.tsx';
import { userEvent } from '#testing/user-event.ts';
import { BulkUpload } from './BulkUpload.tsx';

beforeEach(() => {
  // jsdom has no layout: without heights a box would show no row.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(60);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
});

const BULK = 'POST /api/users/bulk-scores';
const users = [
  { id: 'u1', name: 'Alex', score: 5, revision: 1 },
  { id: 'u2', name: 'Zoë', score: 9, revision: 1 },
];

/** Opens the upload with a file, and returns what was sent. */
const open = async (text: string, name = 'a.csv', since: object[] = [], deleted: object[] = []) => {
  const heard = answerCalls({
    'GET /api/points/since?at=2025-11-14T17%3A05%3A00Z': () => ({ body: since }),
    'GET /api/users': () => ({ body: users }),
    'GET /api/admin/deleted-users': () => ({ body: deleted }),
    'GET /api/admin/users': () => ({ body: users.map((user) => ({ ...user, shownScore: 0, seenAt: null })) }),
    'GET /api/admin/session': () => ({ body: { admin: true } }),
    [BULK]: () => ({ body: { updated: 1, created: 0, failed: 0 } }),
  });
  renderInPage(<BulkUpload />, { admin: true });
  await userEvent.upload(await screen.findByLabelText('Choose a file'), new File([text], name));
  return () => heard.filter(({ call }) => call === BULK).map(({ body }) => body);
};
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const preview = async () => {
  const box = within(await screen.findByRole('region', { name: 'Rows of the file' }));
  return (await box.findAllByRole('listitem')).map((row) => row.textContent);
};

it('says which columns it took, and takes others on request', async () => {
  await open('Name,Wins,Score\nAlex,3,1250\nZoë,9,9');
  expect(await preview()).toEqual(['Line 2Alex5 →  becomes 1,250Changes', 'Line 3Zoë9Unchanged']);
  const [names, scores] = ['Names', 'Scores'].map((which) =>
    screen.getByLabelText<HTMLSelectElement>(`${which} are in the column`),
  );
  expect([names, scores].map((select) => select?.selectedOptions[0]?.text)).toEqual(['Name', 'Score']);
  await userEvent.selectOptions(scores as HTMLElement, 'Wins');
  await waitFor(async () => expect((await preview())[0]).toBe('Line 2Alex5 →  becomes 3Changes'));
});

it('asks for the column where two could be meant, and is not sent before', async () => {
  const sent = await open('Name,Points,Total\nAlex,3,1250');
  expect((await screen.findAllByText('Choose the columns of names and scores first.')).length).toBeGreaterThan(1);
  screen.getByText('More than one column could be meant.');
  await press('Upload');
  await userEvent.selectOptions(screen.getByLabelText('Scores are in the column'), 'Total');
  await screen.findByRole('button', { name: 'Upload 1 row' });
  expect([sent(), screen.queryByText('No Data Found')]).toEqual([[], null]);
  await press('Upload 1 row');
  await screen.findByText('Upload complete');
  expect(sent()[0]).toMatchObject({ updates: [{ name: 'Alex', score: 1250 }] });
});

it('doubts a row that looks like a sum, which one tap leaves out', async () => {
  const sent = await open('Alex,1\nTotal,1250');
  const doubts = await screen.findByRole('region', { name: 'Rows in doubt' });
  await waitFor(() => expect(doubts.textContent).toContain('Line 2: Total, 1,250, looks like a sum'));
  await press('Leave out line 2');
  expect(screen.queryByRole('region', { name: 'Rows in doubt' })).toBeNull();
  await press('Upload 1 row');
  await screen.findByText('1 line was left out.');
  expect(sent()[0]).toMatchObject({
    updates: [{ name: 'Alex', score: 1 }],
    leftOut: [{ why: 'left out by hand', count: 1, line: 2, text: 'Total, 1250' }],
  });
});

it('shows a hundred equal problems as one line with a count', async () => {
  await open(`Alex,1\n${'Bo\n'.repeat(100)},2`);
  await screen.findByText('101 lines are left out');
  screen.getByText('100 lines: no score');
  screen.getByText('1 line: no name');
});

it('adds the points of a file in place of setting them', async () => {
  const sent = await open('Name,Score\nAlex,3\nZoë,0');
  expect((await preview())[0]).toBe('Line 2Alex5 →  becomes 3Changes');
  await userEvent.click(screen.getByRole('radio', { name: 'Add to the scores' }));
  expect(await preview()).toEqual(['Line 2Alex5 →  becomes 8Changes', 'Line 3Zoë9Unchanged']);
  await press('Upload 2 rows');
  await waitFor(() => expect(sent()).toMatchObject([{ mode: 'add', updates: [{ score: 3 }, { score: 0 }] }]));
});

it('says whose points came in since the file was exported', async () => {
  await open('Name,Score\nAlex,3\nZoë,12', 'users-and-scores 20251114T170500Z (1).csv', [
    { userId: 'u1', points: 5 },
    { userId: 'elsewhere', points: 9 },
  ]);
  await screen.findByText(/since this file was exported/);
  screen.getByText(/^.?Alex.? \+5$/);
});

it('says that the file is refused while one of its people was just deleted', async () => {
  const undoUntil = new Date(Date.now() + 60_000).toISOString();
  await open('Rosa,20', 'a.csv', [], [{ id: 'u3', name: 'Rosa', score: 5, revision: 1, undoUntil }]);
  await waitFor(async () =>
    expect((await preview())[0]).toMatch(/Rosa was deleted less than a minute ago.*the whole file is refused/),
  );
});
