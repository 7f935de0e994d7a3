import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls, renderInPage } from '#testing/page.tsx';
import { shownEvent } from '#testing/shown-event.ts';
import { findDialog, userEvent } from '#testing/user-event.ts';
import type { ProgrammeCheck } from '../contract.ts';
import { LARGEST_PROGRAMME_MB } from '../limits.ts';
import { BringIn, TakeAlong } from './ArchiveCard.tsx';

const CHECK = 'POST /api/admin/imports/programme/check';
const IMPORT = 'POST /api/admin/imports/programme';
const FESTIVAL = 'POST /api/admin/imports/festival';

const card = (replies: Parameters<typeof answerCalls>[0], events = [shownEvent()]) => {
  const heard = answerCalls(replies);
  const zone = 'America/New_York';
  renderInPage(
    <>
      <BringIn zone={zone} />
      <TakeAlong zone={zone} />
    </>,
    { events, admin: true },
  );
  return heard;
};
const choose = (label: string, bytes: BlobPart, name = 'programme.csv') =>
  userEvent.upload(screen.getByLabelText(label), new File([bytes], name), { applyAccept: false });
/** Chooses a programme and waits for what it would do. */
const preview = async (bytes: BlobPart = 'x') => {
  await choose('Programme from CSV', bytes);
  return within(await findDialog('Import programme'));
};
const checked = (said: Partial<ProgrammeCheck>): ProgrammeCheck => ({
  ...{ events: [], changed: [], questions: [], clashes: [], unchanged: 0, untouched: [], problems: [], ignored: [] },
  ...said,
});
const event = (line: number) => ({
  line,
  title: `Uno ${line}`,
  startTime: '2025-11-14T20:00:00.000Z',
  duration: 60,
  location: 'Deck',
});

it('reports a failed download, and the button works again', async () => {
  card({ 'GET /api/admin/exports/users.csv': () => ({ status: 500 }) });
  const button = screen.getByRole('button', { name: 'Users and scores (CSV)' });
  await userEvent.click(button);
  await screen.findByText('The file was not downloaded. Check your connection and try again.');
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull());
});

it('has no RSVPs to download without events', () => {
  card({}, []);
  expect(screen.queryByRole('button', { name: 'RSVPs (CSV)' })).toBeNull();
  screen.getByText('An event’s RSVPs, as soon as there is an event.');
});

it('previews a programme before it is imported, in any text encoding', async () => {
  const heard = card({
    [CHECK]: () => ({ body: checked({ events: [event(2), event(3)], ignored: ['Price'] }) }),
    [IMPORT]: () => ({ status: 201, body: { imported: 2, changed: 0 } }),
  });
  const dialog = await preview(Uint8Array.from([0xff, 0xfe, 0x55, 0, 0x6e, 0, 0x6f, 0]));
  dialog.getByText('This is what programme.csv does to the programme.');
  dialog.getByText('New: 2 events');
  dialog.getByText('Unknown columns, left out: Price.');
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Uno 2Friday, Nov 14 · 3:00–4:00 PM · Deck',
    'Uno 3Friday, Nov 14 · 3:00–4:00 PM · Deck',
  ]);
  await userEvent.click(dialog.getByRole('button', { name: 'Import 2 events' }));
  await screen.findByText('2 events joined the programme.');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(heard.map(({ call, body }) => [call, body])).toEqual([
    [CHECK, { csv: 'Uno' }],
    [IMPORT, { csv: 'Uno', apart: [], seen: [], added: [2, 3] }],
  ]);
});

it('shows what an import changes, field by field, and sends what was shown', async () => {
  const change = {
    ...{ ...event(4), id: 'catan', revision: 7, told: 0 },
    changes: [
      { field: 'location' as const, was: 'Ballroom A', is: 'Deck' },
      { field: 'tournamentType' as const, was: null, is: 'double-elimination' },
    ],
  };
  const heard = card({
    [CHECK]: () => ({ body: checked({ events: [event(2)], changed: [change], unchanged: 3, untouched: [event(9)] }) }),
    [IMPORT]: () => ({ status: 201, body: { imported: 1, changed: 1 } }),
  });
  const dialog = await preview();
  const row = within(dialog.getByRole('list', { name: 'Events to change' })).getByRole('listitem');
  expect(row.textContent).toContain('locationBallroom A → became Deck');
  expect(row.textContent).toContain('tournament typenone → became double elimination');
  dialog.getByText('Unchanged: 3 events');
  dialog.getByText('Not in the file, and left alone: 1 event');
  await userEvent.click(dialog.getByRole('button', { name: 'Import 1 event, change 1' }));
  await screen.findByText('1 event joined the programme. 1 event changed.');
  expect(heard.at(-1)?.body).toEqual({
    csv: 'x',
    apart: [],
    seen: [{ id: 'catan', revision: 7, line: 4 }],
    added: [2],
  });
});

it('asks whether a moved line is the same event, reads the file again on a no, and shows clashes and notices', async () => {
  const was = event(1);
  const question = { ...event(3), startTime: '2025-11-14T21:00:00.000Z', id: 'uno', was };
  const change = {
    ...{ ...was, line: 3, id: 'uno', revision: 2, told: 12 },
    changes: [{ field: 'startTime' as const, was: was.startTime, is: question.startTime }],
  };
  const heard = card({
    [CHECK]: ({ body }) => {
      const isSame = (body as { apart?: number[] }).apart?.length !== 1;
      const difference = isSame ? { changed: [change] } : { events: [event(3)] };
      return {
        body: checked({ questions: [{ ...question, isSame }], clashes: [[event(3), event(4)]], ...difference }),
      };
    },
    [IMPORT]: () => ({ status: 201, body: { imported: 1, changed: 0 } }),
  });
  const dialog = await preview();
  dialog.getByText('12 notices of a new room, time or title will be sent.');
  dialog.getByText('12 notices will be sent.');
  dialog.getByText('Nov 14, 3:00 PM');
  expect(dialog.getByRole('list', { name: 'Rooms booked twice' }).textContent).toBe(
    'Deck, Friday, Nov 14: Uno 3 (3:00–4:00 PM) and Uno 4 (3:00–4:00 PM).',
  );
  const label = 'Uno 1 → Uno 3, 3:00 PM → 4:00 PM: the same event?';
  const box = dialog.getByRole('checkbox', { name: label, checked: true });
  await userEvent.click(box);
  await dialog.findByText('New: 1 event');
  dialog.getByText('Moved, or new?');
  expect(dialog.getByRole('checkbox', { name: label, checked: false })).toBe(box);
  await userEvent.click(box);
  await dialog.findByText('12 notices will be sent.');
  await userEvent.click(box);
  await dialog.findByText('New: 1 event');
  await userEvent.click(dialog.getByRole('button', { name: 'Import 1 event' }));
  await screen.findByText('1 event joined the programme.');
  expect(heard.map(({ body }) => body)).toEqual([
    { csv: 'x' },
    { csv: 'x', apart: [3] },
    { csv: 'x', apart: [] },
    { csv: 'x', apart: [3] },
    { csv: 'x', apart: [3], seen: [], added: [3] },
  ]);
});

it('says so when the first answer to an import was lost and nothing is left to import', async () => {
  card({
    [CHECK]: () => ({ body: checked({ events: [event(2)] }) }),
    [IMPORT]: () => ({ status: 201, body: { imported: 0, changed: 0 } }),
  });
  await userEvent.click((await preview()).getByRole('button', { name: /^Import/ }));
  await screen.findByText('The programme has all of it already.');
});

it('offers nothing when the programme has the whole file', async () => {
  card({ [CHECK]: () => ({ body: checked({ unchanged: 1 }) }) });
  const dialog = await preview();
  dialog.getByText('Nothing to do: the programme has all of programme.csv as it is.');
  expect(dialog.queryByRole('button', { name: /^Import|^Change/ })).toBeNull();
});

it('lists each bad line and offers no import', async () => {
  const problems = Array.from({ length: 250 }, (_, index) => ({
    line: index + 2,
    field: 'start',
    message: 'Start is missing.',
  }));
  card({ [CHECK]: () => ({ body: checked({ problems, events: [event(300)] }) }) });
  const dialog = await preview();
  dialog.getByText(/250 lines need mending\. Nothing was added\.$/);
  expect(dialog.getAllByRole('listitem')).toHaveLength(200);
  dialog.getByText('and 50 more.');
  expect(dialog.queryByRole('button', { name: /^Import/ })).toBeNull();
});

it('says that one line needs mending when two fields of it are wrong', async () => {
  const problems = ['start', 'type'].map((field) => ({ line: 2, field, message: `${field} is missing.` }));
  card({ [CHECK]: () => ({ body: checked({ problems }) }) });
  await choose('Programme from CSV', 'x');
  await screen.findByText('programme.csv can’t be imported yet: 1 line needs mending. Nothing was added.');
});

it('an import that the server refuses stays open with its message', async () => {
  const message = 'The programme has changed since you looked. Nothing was imported.';
  card({
    [CHECK]: () => ({ body: checked({ events: [event(2)] }) }),
    [IMPORT]: () => ({ status: 409, body: { code: 'CHANGED_MEANWHILE', message } }),
  });
  await choose('Programme from CSV', 'x');
  await userEvent.click(await screen.findByRole('button', { name: 'Import 1 event' }));
  await screen.findByText(message);
  await screen.findByText('Failed to import the programme.');
});

it.each([
  ['a file that is not text', Uint8Array.from([0x50, 0x4b, 3, 4, 0]), 'This file holds no text.'],
  ['a huge file', new Uint8Array(LARGEST_PROGRAMME_MB * 1024 * 1024 + 1), 'This file is larger than 8 MB.'],
])('%s is not sent', async (_, bytes, sentence) => {
  const heard = card({});
  await choose('Programme from CSV', bytes);
  await screen.findByText(sentence);
  expect(heard).toEqual([]);
});

it('a programme as large as 2,000 long events make it is sent', async () => {
  const heard = card({ [CHECK]: () => ({ body: checked({}) }) });
  await preview('x'.repeat(6_000_000));
  expect(heard).toHaveLength(1);
});

it('says how many rows of the users’ table an upload of scores takes', () => {
  card({});
  screen.getByText(/^An upload of scores takes 5,000 rows: split a longer table\./);
});

it('a festival file is sent unchanged, and the server’s message is shown', async () => {
  const message = 'Events.0.title is missing.';
  const heard = card({ [FESTIVAL]: () => ({ status: 400, body: { code: 'BAD_INPUT', message } }) });
  await choose('Whole festival from JSON', '\ufeff{"version":1}', 'festival.json');
  await screen.findByText(message);
  expect(heard.map(({ body }) => body)).toEqual([{ version: 1 }]);
  await choose('Whole festival from JSON', '{', 'festival.json');
  await screen.findByText('This is not a festival file: it is not JSON.');
  expect(heard).toHaveLength(1);
});
