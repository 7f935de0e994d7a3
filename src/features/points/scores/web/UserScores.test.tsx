import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AdminLock } from '#features/access/web/AdminLock.tsx';
import type { User } from '#features/people/users/contract.ts';
import { answerCalls, NOW, renderInPage } from '#testing/page.tsx';
import { sendPassword } from '#testing/password.ts';
import { userEvent } from '#testing/user-event.ts';
import type { PointEntry } from '../../contract.ts';
import { BulkUpload } from './BulkUpload.tsx';
import { UserScores } from './UserScores.tsx';

const MODE = 'festival-admin-mode';
let users: User[];
let session: boolean;

beforeEach(() => {
  users = [
    { id: 'u1', name: 'Alex', score: 5, revision: 1 },
    { id: 'u2', name: 'Zoë', score: 9, revision: 1 },
  ];
  session = true;
  localStorage.setItem(MODE, 'true');
  // jsdom has no layout: without heights a box would show no row, and a page thousands.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(60);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
});

const open = (replies: Parameters<typeof answerCalls>[0] = {}) => {
  const heard = answerCalls({
    'GET /api/users': () => ({ body: users }),
    'GET /api/admin/users': () => ({ body: users.map((user) => ({ ...user, shownScore: 0, seenAt: null })) }),
    'GET /api/admin/session': () => ({ body: { admin: session } }),
    'POST /api/admin/verify': () => {
      session = true;
      return { body: { valid: true } };
    },
    ...replies,
  });
  renderInPage(
    <>
      <AdminLock />
      <UserScores>
        <BulkUpload />
      </UserScores>
    </>,
  );
  return { writes: () => heard.filter(({ call }) => !call.startsWith('GET') && !call.includes('/admin/')) };
};

const entry: PointEntry = {
  ...{ id: 'p1', userId: 'u1', points: 5, kind: 'award', reason: 'Won', missionId: null, eventId: null },
  ...{ by: 'Priya, organiser', at: NOW, undoes: null, isUndone: false },
};
const BULK = 'POST /api/users/bulk-scores';
const locked = { status: 401, body: { code: 'LOCKED', message: 'Unlock admin mode first.' } };
const fileOf = (content: BlobPart, name: string) => new File([content], name);
const choose = async (file: File) =>
  userEvent.setup({ applyAccept: false }).upload(await screen.findByLabelText('Choose a file'), file);
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const preview = async () => {
  const box = within(await screen.findByRole('region', { name: 'Rows of the file' }));
  return (await box.findAllByRole('listitem')).map((row) => row.textContent);
};

it('a file is shown before it is sent, then sent once by a double tap, and the toast has the exact words', async () => {
  const { writes } = open({ [BULK]: () => ({ body: { updated: 2, created: 1, failed: 2 }, touches: 'users' }) });
  await choose(fileOf('Name,Score\nALEX,12\nZoë,9\nBo,3\n,4\nDi,1\ndi,2\nCy,x', 'Day 1.csv'));
  expect(await preview()).toEqual([
    'Line 2ALEX5 →  becomes 12Changes',
    'Line 3Zoë9Unchanged',
    'Line 4Bo3New user',
    'Line 6Di“Di” appears twice with different scores: 1 and 2.1Fails',
    'Line 7di“Di” appears twice with different scores: 1 and 2.2Fails',
  ]);
  screen.getByText('Name,Score');
  screen.getByText('2 lines are left out');
  screen.getByText(/Cy,x/);
  expect(writes()).toEqual([]);
  await userEvent.dblClick(screen.getByRole('button', { name: 'Upload 3 rows' }));
  await screen.findByText('Updated 2 score(s). Created 1 new user(s). 2 failed');
  expect(writes().map(({ call, body }) => [call, body])).toEqual([
    [
      BULK,
      {
        updates: [
          { name: 'ALEX', score: 12 },
          { name: 'Zoë', score: 9 },
          { name: 'Bo', score: 3 },
          { name: 'Di', score: 1 },
          { name: 'di', score: 2 },
        ],
        fileName: 'Day 1.csv',
        fileType: 'csv',
        leftOut: [
          { why: 'no name', count: 1, line: 5, text: ',4' },
          { why: 'the score is not a whole number', count: 1, line: 8, text: 'Cy,x' },
        ],
      },
    ],
  ]);
  screen.getByText(/2 lines were left out. Upload History says which and why.$/);
  screen.getByLabelText('Choose a file');
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'File of scores' }));
});

it('a file keeps its header line as a row on request', async () => {
  open();
  await choose(fileOf('Renamed Rita,7\nAlex,5', 'a.csv'));
  expect(await preview()).toHaveLength(1);
  await userEvent.click(screen.getByRole('checkbox', { name: 'It is a row, keep it' }));
  await waitFor(async () => expect(await preview()).toHaveLength(2));
  await userEvent.click(screen.getByRole('checkbox', { name: 'It is a row, keep it' }));
  await waitFor(async () => expect(await preview()).toHaveLength(1));
});

it('a file shows only the rows filtered for', async () => {
  open();
  await choose(fileOf('Alex,1\nBo,2\nCy,3', 'a.csv'));
  await preview();
  await userEvent.selectOptions(screen.getByLabelText('Rows shown'), 'New user (2)');
  expect(await preview()).toEqual(['Line 2Bo2New user', 'Line 3Cy3New user']);
});

it('a file is not cleared while it is being sent, which would look as if it had not been', async () => {
  open({ [BULK]: () => new Promise(() => undefined) });
  await choose(fileOf('Alex,1', 'a.csv'));
  await press('Upload 1 row');
  await press('Clear');
  expect(screen.getByRole('button', { name: 'Clear' }).getAttribute('aria-disabled')).toBe('true');
  screen.getByText('a.csv');
});

it.each([
  ['a wrong ending', 'scores.xlsx', 'Alex,1', 'Invalid File', /^Please upload a CSV, TSV, JSON, or TXT file/],
  ['broken JSON', 'a.json', '[{', 'Parse Error', 'Failed to parse file. Check format and try again.'],
])('a file is refused: %s', async (_, name, content, title, message) => {
  const { writes } = open();
  await choose(fileOf(content, name));
  await screen.findByText(title);
  screen.getByText(message);
  expect(writes()).toEqual([]);
});

const NO_DATA = ['No Data Found', 'File should contain name and score pairs'];
it.each([
  ['without a row', 'Name,Score\n,5\n', 'There is no row to upload.', 'Upload', NO_DATA],
  [
    'of more than 5,000 rows',
    Array.from({ length: 5_001 }, (_, index) => `Player ${index},${index}`).join('\n'),
    'This file has 5,001 rows; 5,000 go in one upload. Split it into parts.',
    'Upload 5,001 rows',
    [],
  ],
])('a file %s is not sent, says why, and is cleared', async (_, content, why, button, toast) => {
  const { writes } = open();
  await choose(fileOf(content, 'a.csv'));
  expect((await screen.findAllByText(why)).length).toBeGreaterThan(1);
  await waitFor(() => expect(NO_DATA.filter((words) => screen.queryByText(words) !== null)).toEqual(toast));
  await press(button);
  await press('Clear');
  await screen.findByLabelText('Choose a file');
  expect([screen.queryByText('a.csv'), writes()]).toEqual([null, []]);
});

it.each([
  ['the server’s message', { status: 503, body: { code: 'BUSY', message: 'Try later.' } }, 'Try later.'],
  ['the fixed words where it has none', { status: 500 }, 'Failed to process file.'],
])('a file stays after the server refused it, with %s in the toast', async (_, reply, words) => {
  open({ [BULK]: () => reply });
  await choose(fileOf('Alex,1', 'a.csv'));
  await press('Upload 1 row');
  await screen.findByText('Upload Failed');
  screen.getByText(words);
  expect(await preview()).toHaveLength(1);
});

it('a file stays when the session has ended, and is sent after the password', async () => {
  const { writes } = open({
    [BULK]: () => (session ? { body: { updated: 1, created: 0, failed: 0 } } : locked),
  });
  await choose(fileOf('Alex,1', 'a.csv'));
  session = false;
  await press('Upload 1 row');
  await sendPassword('secret');
  await screen.findByText('Updated 1 score(s). Created 0 new user(s). 0 failed');
  expect([writes().length, screen.queryByText('Upload Failed')]).toEqual([2, null]);
});

it('a file may be dropped: the zone lights up, and a drop beside it does nothing', async () => {
  open();
  const zone = (await screen.findByText('Drop a CSV, TSV, TXT or JSON file here')).parentElement as HTMLElement;
  fireEvent.dragEnter(zone);
  await screen.findByText('Drop the file here');
  expect(zone.dataset.over).toBe('true');
  fireEvent.dragLeave(zone, { relatedTarget: document.body });
  expect(zone.dataset.over).toBeUndefined();
  fireEvent.drop(zone, { dataTransfer: { files: [fileOf('Alex,1', 'dropped.csv')] } });
  await screen.findByText('dropped.csv');
  const beside = createEvent.drop(document.body);
  fireEvent(document.body, beside);
  expect(beside.defaultPrevented).toBe(true);
});

it('what else the tab has makes room for whom is searched for, and keeps what was chosen', async () => {
  open();
  await choose(fileOf('Alex,1', 'a.csv'));
  await userEvent.type(screen.getByLabelText('Search users'), 'zo');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Edit score of Alex' })).toBeNull());
  expect(screen.queryByRole('button', { name: 'Upload 1 row' })).toBeNull();
  await userEvent.clear(screen.getByLabelText('Search users'));
  await screen.findByRole('button', { name: 'Upload 1 row' });
});

describe('one score', () => {
  const field = () => screen.findByLabelText<HTMLInputElement>('Correct to: score of Alex');
  const save = () => screen.getByRole('button', { name: 'Save' });

  it('is saved on Enter, and the focus returns to its row', async () => {
    const { writes } = open({
      'PATCH /api/users/u1/score': () => {
        users = [{ id: 'u1', name: 'Alex', score: 12, revision: 1 }, ...users.slice(1)];
        return { body: users[0], touches: 'users' };
      },
    });
    await press('Edit score of Alex');
    expect((await field()).value).toBe('5');
    expect(document.activeElement).toBe(screen.getByLabelText('+ points'));
    await userEvent.clear(await field());
    await userEvent.type(await field(), '12{Enter}');
    const back = await screen.findByRole('button', { name: 'Edit score of Alex' });
    await waitFor(() => expect(document.activeElement).toBe(back));
    expect(writes().map(({ body }) => body)).toEqual([{ score: 12, expectedRevision: 1 }]);
    await screen.findByText('12');
  });

  it('is added to first: points, why, and the editor closes', async () => {
    const { writes } = open({
      'POST /api/users/u1/points': () => ({ status: 201, body: { ...entry, reason: 'Won' } }),
    });
    await press('Edit score of Alex');
    const give = screen.getByRole('button', { name: 'Give points' });
    await userEvent.click(give);
    expect(give.getAttribute('aria-disabled')).toBe('true');
    await userEvent.type(screen.getByLabelText('+ points'), '10');
    screen.getByText('Say why.');
    await userEvent.type(screen.getByLabelText('Why'), 'Won{Enter}');
    const back = await screen.findByRole('button', { name: 'Edit score of Alex' });
    await waitFor(() => expect(document.activeElement).toBe(back));
    expect(writes().map(({ body }) => body)).toEqual([{ points: 10, reason: 'Won' }]);
  });

  it('leads to its entries, where one is undone', async () => {
    let entries = [entry];
    const { writes } = open({
      'GET /api/users/u1/points': () => ({ body: entries }),
      'DELETE /api/points/p1': () => {
        entries = [
          { ...entry, id: 'p2', points: -5, reason: 'Undone: Won', undoes: 'p1' },
          { ...entry, isUndone: true },
        ];
        return { body: entries[0], touches: 'points' };
      },
    });
    await press(/^Points of Alex: /);
    const list = await screen.findByRole('list', { name: 'Points of Alex' });
    expect(list.textContent).toBe('+5 pointsWonjust now by Priya, organiserUndo');
    await press('Undo 5 points: Won');
    await screen.findByText('Undone by Priya, organiser');
    expect(list.querySelectorAll('del')).toHaveLength(2);
    expect(within(list).queryByRole('button')).toBeNull();
    expect(writes().map(({ call }) => call)).toEqual(['DELETE /api/points/p1']);
  });

  it('that is not whole cannot be saved, and says why', async () => {
    const { writes } = open();
    await press('Edit score of Alex');
    await userEvent.type(await field(), '.5');
    expect(save().getAttribute('aria-disabled')).toBe('true');
    expect(screen.getAllByText('A score is a whole number.').length).toBeGreaterThan(0);
    await userEvent.type(await field(), '{Enter}');
    await userEvent.click(save());
    expect(writes()).toEqual([]);
  });

  it('does not show its answer over a later score that came before it', async () => {
    users = [{ id: 'u1', name: 'Alex', score: 5, revision: 3 }];
    open({ 'PATCH /api/users/u1/score': () => ({ body: { id: 'u1', name: 'Alex', score: 12, revision: 2 } }) });
    await press('Edit score of Alex');
    await userEvent.clear(await field());
    await userEvent.type(await field(), '12{Enter}');
    await screen.findByRole('button', { name: 'Edit score of Alex' });
    screen.getByText('5');
    expect(screen.queryByText('12')).toBeNull();
  });

  it('does not say that others see another score until the list says so', async () => {
    open({
      'GET /api/admin/users': () => ({ body: [{ ...users[0], shownScore: 5, seenAt: null }] }),
      'PATCH /api/users/u1/score': () => ({ body: { id: 'u1', name: 'Alex', score: 12, revision: 2 } }),
    });
    await press('Edit score of Alex');
    await userEvent.clear(await field());
    await userEvent.type(await field(), '12{Enter}');
    await screen.findByText('12');
    expect(screen.queryByText(/^others see/)).toBeNull();
  });

  it('is edited one at a time: another waits when something was typed, not when it was only opened', async () => {
    open();
    await press('Edit score of Alex');
    await press('Edit score of Zoë');
    await screen.findByLabelText('Correct to: score of Zoë');
    expect(screen.queryByLabelText('Correct to: score of Alex')).toBeNull();
    await userEvent.type(screen.getByLabelText('Correct to: score of Zoë'), '1');
    expect(screen.getByRole('button', { name: 'Edit score of Alex' }).getAttribute('aria-disabled')).toBe('true');
    screen.getByText('Save or cancel the score of Zoë first.');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByLabelText('Correct to: score of Zoë')).toBeNull();
  });

  it('stays open when saving fails, with the reason in a toast', async () => {
    open({
      'PATCH /api/users/u1/score': () => ({
        status: 404,
        body: { code: 'NOT_FOUND', message: 'This user is not there any more.' },
      }),
    });
    await press('Edit score of Alex');
    await userEvent.type(await field(), '1{Enter}');
    await screen.findByText('Failed to update user score.');
    screen.getByText('This user is not there any more.');
    expect((await field()).value).toBe('51');
  });

  it('stays open with what was typed when another organiser changed the score, and is saved over the shown one', async () => {
    const { writes } = open({
      'PATCH /api/users/u1/score': ({ body }) => {
        if (users[0]?.revision === (body as { expectedRevision: number }).expectedRevision)
          return { body: { id: 'u1', name: 'Alex', score: 15, revision: 3 } };
        return { status: 409, body: { code: 'CHANGED_MEANWHILE', message: 'Changed.', field: 'score' } };
      },
    });
    await press('Edit score of Alex');
    users = [{ id: 'u1', name: 'Alex', score: 10, revision: 2 }, ...users.slice(1)];
    await userEvent.clear(await field());
    await userEvent.type(await field(), '15{Enter}');
    await screen.findByText(
      'Another organiser has just changed this score: Alex has 10 now. Look at it again, then save.',
    );
    expect((await field()).value).toBe('15');
    await userEvent.click(save());
    await screen.findByText('15');
    expect(writes().map(({ body }) => body)).toEqual([
      { score: 15, expectedRevision: 1 },
      { score: 15, expectedRevision: 2 },
    ]);
  });

  it('closes and unblocks the others when another organiser has deleted the user', async () => {
    open({
      'PATCH /api/users/u1/score': () => {
        users = users.slice(1);
        return { status: 404, body: { code: 'NOT_FOUND', message: 'This user is not there any more.' } };
      },
    });
    await press('Edit score of Alex');
    await userEvent.type(await field(), '1{Enter}');
    await screen.findByText('1 user');
    expect(screen.queryByText('Alex')).toBeNull();
    await press('Edit score of Zoë');
    await screen.findByLabelText('Correct to: score of Zoë');
  });

  it('is found by name, in a list for many', async () => {
    open();
    const list = within(await screen.findByRole('list', { name: 'Scores of users' }));
    expect(list.getAllByRole('listitem')[0]?.getAttribute('aria-setsize')).toBe('2');
    await userEvent.type(screen.getByLabelText('Search users'), 'zoe');
    await screen.findByText('1 of 2 users');
  });

  it('asks for the password first when locked, and then opens', async () => {
    localStorage.removeItem(MODE);
    session = false;
    open();
    await press('Edit score of Alex');
    await sendPassword('secret');
    await field();
  });
});
