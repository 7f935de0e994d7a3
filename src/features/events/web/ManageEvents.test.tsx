import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { unlocked } from '#features/access/web/state.ts';
import { itSendsLikeEveryDialog } from '#testing/dialog.tsx';
import { answerCalls, type Heard, type Reply, renderInPage } from '#testing/page.tsx';
import { shownEvent } from '#testing/shown-event.ts';
import { findDialog, userEvent } from '#testing/user-event.ts';
import type { FestivalEvent } from '../contract.ts';
import { ManageEvents } from './ManageEvents.tsx';

const catan = shownEvent({ googleDocUrl: 'https://docs.example/a', startTime: '2025-11-13T20:00:30.000Z' });
const kart = shownEvent({
  id: 'kart',
  title: 'Kart Cup',
  eventType: 'video-game',
  tournamentType: 'double-elimination',
  host: 'Marcus',
  location: 'Arcade Hall',
  startTime: '2025-11-14T01:00:00.000Z',
  status: 'in-progress',
  capacity: 5,
  currentRegistrations: 5,
});
const ZONE = 'America/New_York';
const TYPED = {
  title: 'Catan Open',
  eventType: 'board-game',
  description: 'Trade, build, betray.',
  startTime: '2025-11-13T20:00:30.000Z',
  duration: 120,
  location: 'Ballroom A',
  host: 'Priya',
  capacity: 16,
  googleDocUrl: 'https://docs.example/a',
  tournamentType: null,
  points: null,
  format: null,
  reports: false,
  releaseAfter: null,
  queue: false,
  questions: [],
  draft: false,
  lottery: false,
};

/** Events on the server; a reply may change them. */
let there: FestivalEvent[];

const open = (
  replies: Record<string, (heard: Heard) => Reply> = {},
  { locked = false, shown = [catan, kart] } = {},
) => {
  there = shown;
  const heard = answerCalls({ 'GET /api/events': () => ({ body: there }), ...replies });
  renderInPage(<ManageEvents zone={ZONE} several={() => null} />, {
    at: '/admin/events',
    events: there,
    admin: !locked,
  });
  return () => heard.filter(({ call }) => !call.startsWith('GET')).map(({ call, body }) => [call, body]);
};

it('says OPEN only of events that take places: not of one that is drawn, ended or finished', () => {
  const closed = [
    { id: 'drawn', bracketDrawn: true },
    { id: 'ended', startTime: '2020-11-13T20:00:00.000Z' },
    { id: 'finished', status: 'completed' as const },
  ].map((change) => shownEvent({ ...change, title: change.id }));
  open({}, { shown: [catan, ...closed] });
  const rows = within(screen.getByRole('list', { name: 'Events' })).getAllByRole('article');
  expect(
    rows.filter((row) => row.textContent.includes('OPEN')).map((row) => row.querySelector('h3')?.textContent),
  ).toEqual(['Catan Open']);
});

const titles = () =>
  within(screen.getByRole('list', { name: 'Events' }))
    .getAllByRole('heading')
    .map((heading) => heading.textContent);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const ask = async (what: 'Edit' | 'Delete') => {
  await press(`${what} Catan Open`);
  return findDialog(`${what} Event`);
};
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`));
const retype = async (label: string, text: string) => {
  await userEvent.clear(field(label));
  await userEvent.paste(text);
};
it('lists every event, live ones first, with type, time, host, location, capacity and status', () => {
  open();
  const rows = within(screen.getByRole('list', { name: 'Events' })).getAllByRole('article');
  expect(rows.map((row) => row.textContent)).toEqual([
    'Kart CupLIVEVideo gameDouble eliminationNov 13, 2025, 8:00 PM · 120 min · Arcade Hall · hosted by Marcus5 / 5 playersFULLEditDuplicateRunning lateDelete',
    'Catan OpenUpcomingBoard gameNov 13, 2025, 3:00 PM · 120 min · Ballroom A · hosted by Priya4 / 16 playersOPENEditDuplicateRunning lateDelete',
  ]);
  screen.getByText('2 events');
});

it('finds and sorts', async () => {
  open();
  await userEvent.selectOptions(field('Sort by'), 'Title, Z to A');
  expect(titles()).toEqual(['Kart Cup', 'Catan Open']);
  await userEvent.type(field('Search events'), 'ballroom');
  await screen.findByText('1 of 2 events');
  expect(titles()).toEqual(['Catan Open']);
  await userEvent.type(field('Search events'), 'zzz');
  await screen.findByText('No events found');
});

it('asks for the password first while locked', async () => {
  const asked = open({}, { locked: true });
  for (const name of ['Create Event', 'Edit Catan Open', 'Duplicate Catan Open', 'Delete Catan Open']) {
    await press(name);
    expect(screen.queryByRole('dialog')).toBeNull();
  }
  expect(asked()).toEqual([]);
  act(unlocked);
  await findDialog('Delete Event');
});

it('edits: shows every field and sends all with the revision seen, the start to the second', async () => {
  const asked = open({
    'PATCH /api/events/catan': () => {
      there = [{ ...catan, title: 'Catan Closed' }, kart];
      return { body: there[0], touches: 'events' };
    },
  });
  await ask('Edit');
  const values = ['Title', 'Event Type', 'Tournament', 'Start', 'Duration', 'Location', 'Host', 'Capacity', 'Document'];
  expect(values.map((label) => field(label).value)).toEqual([
    'Catan Open',
    'board-game',
    'none',
    '2025-11-13T15:00',
    '120',
    'Ballroom A',
    'Priya',
    '16',
    'https://docs.example/a',
  ]);
  await retype('Title', 'Catan Closed');
  await press('Save');
  await screen.findByText('Event updated');
  expect(asked()).toEqual([['PATCH /api/events/catan', { ...TYPED, title: 'Catan Closed', expectedRevision: 1 }]]);
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(titles()).toEqual(['Kart Cup', 'Catan Closed']));
});

it('asks before a new link replaces RSVP, and saves it when the button is pressed again', async () => {
  const asked = open({ 'PATCH /api/events/kart': () => ({ body: there[0] }) }, { shown: [kart] });
  await press('Edit Kart Cup');
  await findDialog('Edit Event');
  screen.getByText('With a link, JOIN EVENT opens it in place of RSVP.');
  await retype('Document', 'https://docs.example/k');
  await press('Save');
  await screen.findByText(/^Nobody can take a place in this event any more/);
  expect([asked(), field('Document').getAttribute('aria-invalid')]).toEqual([[], 'true']);
  await press('Save');
  await waitFor(() =>
    expect(asked()).toMatchObject([['PATCH /api/events/kart', { googleDocUrl: 'https://docs.example/k' }]]),
  );
});

it('does not send an edit without title, location or host', async () => {
  const asked = open();
  await ask('Edit');
  for (const label of ['Title', 'Location', 'Host']) await userEvent.clear(field(label));
  await press('Save');
  await screen.findByText('Missing Fields');
  expect(asked()).toEqual([]);
  expect(field('Host').getAttribute('aria-invalid')).toBe('true');
});

it('merges another organiser’s edit into the form, keeps what was typed here, and saves with the new revision', async () => {
  const theirs = { ...catan, location: 'Ballroom B', title: 'Catan for all', currentRegistrations: 9, editRevision: 2 };
  const replies: (() => Reply)[] = [
    () => {
      there = [theirs, kart];
      return { status: 409, body: { code: 'CHANGED_MEANWHILE', message: 'Changed.' } };
    },
    () => ({ body: theirs, touches: 'events' }),
  ];
  const asked = open({ 'PATCH /api/events/catan': () => (replies.shift() as () => Reply)() });
  await ask('Edit');
  await retype('Title', 'Catan Closed');
  await press('Save');
  await screen.findByText('Failed to update event.');
  await screen.findByText('Another organiser has changed this event: title, location. Look at it again, then save.');
  screen.getByText('Another organiser has just changed this to: Catan for all');
  screen.getByText('Another organiser has just changed this.');
  expect([field('Title').value, field('Location').value]).toEqual(['Catan Closed', 'Ballroom B']);
  await press('Save');
  await screen.findByText('Event updated');
  expect(asked()[1]).toEqual([
    'PATCH /api/events/catan',
    { ...TYPED, title: 'Catan Closed', location: 'Ballroom B', expectedRevision: 2 },
  ]);
});

it('creates an event again that another organiser deleted while it was edited, with what was typed', async () => {
  const asked = open({
    'PATCH /api/events/catan': () => {
      there = [kart];
      return { status: 404, body: { code: 'NOT_FOUND', message: 'Gone.' } };
    },
    'POST /api/events': () => {
      there = [{ ...catan, id: 'again' }, kart];
      return { status: 201, body: there[0], touches: 'events' };
    },
  });
  await ask('Edit');
  await retype('Host', 'Henrietta');
  await press('Save');
  await screen.findByText('Another organiser has deleted this event, with its places.');
  await press('Create it again');
  await screen.findByText('Event Created!');
  expect(asked()[1]).toEqual(['POST /api/events', { ...TYPED, host: 'Henrietta' }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('asks before it deletes, offers Undo where the row was, and brings it back', async () => {
  let deleted: unknown[] = [];
  const asked = open({
    'GET /api/admin/deleted-events': () => ({ body: deleted }),
    'DELETE /api/events/catan': () => {
      there = [kart];
      deleted = [{ ...catan, undoUntil: '2025-11-13T18:01:00.000Z' }];
      return { status: 204, touches: 'events, rsvps' };
    },
    'POST /api/events/catan/restore': () => {
      there = [catan, kart];
      deleted = [];
      return { body: catan, touches: 'events, rsvps' };
    },
  });
  await ask('Delete');
  screen.getByRole('dialog', {
    description: 'Are you sure you want to delete "Catan Open"? This will also delete all RSVPs and matches.',
  });
  await press('Cancel');
  expect([screen.queryByRole('dialog'), asked()]).toEqual([null, []]);
  await ask('Delete');
  await press('Delete');
  const undo = await screen.findByRole('button', { name: 'Undo: bring back Catan Open' });
  expect(titles()).toEqual(['Kart Cup', 'Catan Open']);
  expect(screen.queryByRole('button', { name: 'Edit Catan Open' })).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(undo));
  await userEvent.click(undo);
  await screen.findByText('Event restored');
  await screen.findByRole('button', { name: 'Edit Catan Open' });
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('main'));
  expect(asked().map(([call]) => call)).toEqual(['DELETE /api/events/catan', 'POST /api/events/catan/restore']);
});

it('lets the row go when the deletion is final, and says so to who presses Undo too late', async () => {
  const sentence = 'This event can’t be brought back any more.';
  let deleted: unknown[] = [{ ...catan, undoUntil: '2025-11-13T18:01:00.000Z' }];
  open(
    {
      'GET /api/admin/deleted-events': () => ({ body: deleted }),
      'POST /api/events/catan/restore': () => {
        deleted = [];
        return { status: 404, body: { code: 'NOT_FOUND', message: sentence } };
      },
    },
    { shown: [kart] },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Undo: bring back Catan Open' }));
  await screen.findByText(sentence);
  await waitFor(() => expect(titles()).toEqual(['Kart Cup']));
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

it('says that no event was found when a search leaves out the only one, which was deleted', async () => {
  const deleted = [{ ...catan, undoUntil: '2025-11-13T18:01:00.000Z' }];
  open({ 'GET /api/admin/deleted-events': () => ({ body: deleted }) }, { shown: [] });
  await screen.findByText('Catan Open');
  await userEvent.type(screen.getByLabelText('Search events'), 'kart');
  await screen.findByText('No events found');
});

it.each([
  [0, null],
  [1, '1 person is registered.'],
  [2, '2 people are registered.'],
])('says before a deletion how many people are registered: %d', async (currentRegistrations, words) => {
  open({}, { shown: [{ ...catan, currentRegistrations }] });
  const asked = await ask('Delete');
  expect(within(asked).queryByText(/registered\.$/)?.textContent ?? null).toBe(words);
});

itSendsLikeEveryDialog('Delete Event', {
  open: async () => {
    renderInPage(<ManageEvents zone={ZONE} several={() => null} />, {
      events: [catan],
      admin: true,
    });
    await press('Delete Catan Open');
  },
  press: 'Delete',
  busy: 'Deleting...',
  call: 'DELETE /api/events/catan',
  body: undefined,
  answer: { status: 204 },
  others: { 'GET /api/events': () => ({ body: [catan] }) },
  done: 'Event deleted',
  failed: 'Failed to delete event.',
});

it('reads the events again when the event to delete is gone already', async () => {
  open({
    'DELETE /api/events/catan': () => {
      there = [kart];
      return { status: 404, body: { code: 'NOT_FOUND', message: 'This event is not in the programme any more.' } };
    },
  });
  await ask('Delete');
  await press('Delete');
  await waitFor(() => expect(screen.queryByText('Catan Open')).toBeNull());
});

it('leads to the people of an event, on its page', () => {
  open();
  const link = screen.getByRole('link', { name: '4 / 16 players in Catan Open' });
  expect(link.getAttribute('href')).toBe('/admin/events/catan');
});

it('does one thing for the events that are selected, until none is', async () => {
  answerCalls({ 'GET /api/events': () => ({ body: [catan, kart] }) });
  renderInPage(
    <ManageEvents
      zone={ZONE}
      several={(act, events) => <p>{`${act} of ${events.map(({ title }) => title).join(', ')}`}</p>}
    />,
    { events: [catan, kart], admin: true },
  );
  expect(screen.queryByRole('group', { name: /selected$/ })).toBeNull();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Catan Open' }));
  screen.getByRole('group', { name: '1 selected' });
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all' }));
  const bar = within(screen.getByRole('group', { name: '2 selected' }));
  await userEvent.click(bar.getByRole('button', { name: 'Late' }));
  await screen.findByText('delay of Kart Cup, Catan Open');
  expect(bar.getByRole('link', { name: 'Print' }).getAttribute('href')).toBe('/print?event=kart&event=catan');
  await userEvent.click(bar.getByRole('button', { name: 'None' }));
  expect(screen.queryByRole('group', { name: /selected$/ })).toBeNull();
});

const POINTS = { points: { places: [10, 5], takingPart: 1 } };
const setPoints = async (typed: string) => {
  await selectAll();
  await press('Points');
  await findDialog('Set points');
  await userEvent.type(field('Points by place'), typed);
};
const selectAll = async () => {
  const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all' });
  if (!all.checked) await userEvent.click(all);
};
const confirm = () => press('Set points');

it('gives the points that were typed to every tournament, or to every event, that is selected', async () => {
  const done = shownEvent({ id: 'done', title: 'Done Cup', tournamentType: 'single-elimination', status: 'completed' });
  const edited = ({ body }: Heard): Reply => ({ body: { ...kart, ...(body as object) } });
  const sent = open(
    { 'PATCH /api/events/kart': edited, 'PATCH /api/events/catan': edited },
    { shown: [catan, kart, done] },
  );
  await setPoints('10, 5');
  await userEvent.type(field('Points for taking part'), '1');
  await confirm();
  await screen.findByText('Points set');
  expect(sent()).toEqual([['PATCH /api/events/kart', POINTS]]);
  await setPoints('3');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Events' }), '2 events');
  await confirm();
  await waitFor(() => expect(sent()).toHaveLength(3));
  expect(
    sent()
      .slice(1)
      .map(([call]) => call)
      .sort(),
  ).toEqual(['PATCH /api/events/catan', 'PATCH /api/events/kart']);
});

it('sends no points that are missing or cannot be given', async () => {
  const sent = open();
  await selectAll();
  await press('Points');
  await findDialog('Set points');
  await confirm();
  expect(sent()).toEqual([]);
  await userEvent.type(field('Points by place'), 'ten');
  await confirm();
  expect(screen.getAllByText('Points must be whole numbers up to 10,000, for at most 8 places.')[0]).toBeTruthy();
  expect(sent()).toEqual([]);
});
