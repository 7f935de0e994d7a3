import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { safeStorage } from '#platform/web/safe-storage.ts';
import { answerCalls, type Heard, NOW, renderInPage } from '#testing/page.tsx';
import { shownEvent } from '#testing/shown-event.ts';
import { staffPlace } from '#testing/staff-place.ts';
import { userEvent } from '#testing/user-event.ts';
import { QrCheckIn } from './QrCheckIn.tsx';

const ZONE = 'America/New_York';
const PNG = 'data:image/png;base64,AAAA';
const there = { checkedIn: true, checkedInAt: '2025-11-13T20:02:00.000Z' };
const LIST = 'GET /api/events/catan/rsvps';
const CODE = 'GET /api/events/catan/qr-code';

const atTheDoor = (replies: Parameters<typeof answerCalls>[0], event = shownEvent()) => {
  const heard = answerCalls({
    [LIST]: () => ({ body: [staffPlace('Alex', { playerEmail: 'a@example.org' }), staffPlace('Zoë', there)] }),
    [CODE]: () => ({ body: { qrCode: PNG } }),
    ...replies,
  });
  renderInPage(<QrCheckIn zone={ZONE} />, { events: [event, shownEvent({ id: 'uno', title: 'Uno' })], admin: true });
  return heard;
};
/** Waits for the list. */
const listed = async (...scene: Parameters<typeof atTheDoor>) => {
  const heard = atTheDoor(...scene);
  await screen.findByText(/^\d of \d checked in$/);
  return heard;
};
const changes = (heard: readonly Heard[]) => heard.map(({ call }) => call).filter((call) => !call.startsWith('GET'));
const row = (name: string) =>
  within(screen.getByRole('list', { name: 'Places' })).getByRole('button', { name: new RegExp(`^${name}`) });

beforeEach(() => safeStorage.set('check-in event', null));

it('QR Check-In requests nothing while locked', () => {
  const heard = answerCalls({});
  renderInPage(<QrCheckIn zone={ZONE} />, { events: [shownEvent()] });
  screen.getByText('Unlock to see the check-in code and the staff list');
  expect(heard).toEqual([]);
});

it('QR Check-In says when there is no event', () => {
  renderInPage(<QrCheckIn zone={ZONE} />, { events: [] });
  screen.getByText('No events yet');
});

it('QR Check-In downloads the code under the event’s name, and remembers the event', async () => {
  atTheDoor({ 'GET /api/events/uno/qr-code': () => ({ body: { qrCode: PNG } }) });
  const link = await screen.findByRole('link', { name: 'Download QR Code' });
  expect([link.getAttribute('download'), link.getAttribute('href')]).toEqual(['check-in-qr-catan.png', PNG]);
  await userEvent.selectOptions(screen.getByLabelText('Event'), 'uno');
  cleanup();
  renderInPage(<QrCheckIn zone={ZONE} />, { events: [shownEvent(), shownEvent({ id: 'uno', title: 'Uno' })] });
  expect(screen.getByLabelText<HTMLSelectElement>('Event').value).toBe('uno');
});

it('QR Check-In remembers the event of an address', () => {
  const events = [shownEvent(), shownEvent({ id: 'uno', title: 'Uno' })];
  renderInPage(<QrCheckIn zone={ZONE} />, { at: '/admin/check-in?event=uno', events });
  cleanup();
  renderInPage(<QrCheckIn zone={ZONE} />, { at: '/admin/check-in', events });
  expect(screen.getByLabelText<HTMLSelectElement>('Event').value).toBe('uno');
});

it('QR Check-In selects a running event, and lists completed ones last', () => {
  const events = [
    shownEvent({ id: 'over', title: 'Over', status: 'completed', startTime: '2025-11-13T10:00:00.000Z' }),
    shownEvent({ id: 'next', title: 'Next' }),
    shownEvent({ id: 'live', title: 'Live', status: 'in-progress', startTime: '2025-11-13T22:00:00.000Z' }),
  ];
  renderInPage(<QrCheckIn zone={ZONE} />, { events });
  const select = screen.getByLabelText<HTMLSelectElement>('Event');
  expect(select.value).toBe('live');
  expect([...select.options].map(({ text }) => text)).toEqual([
    'Next · Nov 13, 3:00 PM',
    'Live · Nov 13, 5:00 PM',
    'Over · Nov 13, 5:00 AM · over',
  ]);
});

it('QR Check-In reports a code that did not load, and loads it on request', async () => {
  let fails = true;
  atTheDoor({ [CODE]: () => (fails ? { status: 500 } : { body: { qrCode: PNG } }) });
  await screen.findByText('Failed to generate QR code');
  fails = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('img', { name: 'Check-in code of Catan Open' });
});

it('QR Check-In reports a failed renewal, and keeps the old code', async () => {
  atTheDoor({ 'POST /api/events/catan/qr-code': () => ({ status: 503 }) });
  await userEvent.click(await screen.findByRole('button', { name: 'New code' }));
  expect(document.activeElement?.textContent).toBe('Keep this code');
  await userEvent.click(screen.getByRole('button', { name: 'Yes, make a new code' }));
  await screen.findByText('Failed to generate QR code');
  expect(screen.getByRole('img', { name: 'Check-in code of Catan Open' }).getAttribute('src')).toBe(PNG);
});

describe('the staff list', () => {
  it('counts, shows emails, times and what another phone checked in, and finds names ignoring accents', async () => {
    const list = [
      staffPlace('Alex', { playerEmail: 'a@example.org' }),
      staffPlace('Sam', { ...there, checkedInBy: 'code' }),
    ];
    await listed({ [LIST]: () => ({ body: [...list, staffPlace('Zoë', there)] }) });
    expect(row('Alex').textContent).toBe('Alexa@example.orgCheck in');
    expect(row('Sam').textContent).toBe('SamIn, 3:02 PMby another phone');
    expect(row('Zoë').textContent).toBe('ZoëIn, 3:02 PM');
    const search = screen.getByLabelText('Find or add a person');
    await userEvent.type(search, 'ZOE');
    expect(screen.getAllByRole('button', { pressed: true })).toHaveLength(1);
    expect(screen.queryByRole('button', { name: /^Alex/ })).toBeNull();
    await userEvent.clear(search);
    await userEvent.type(search, 'A@EXAMPLE');
    row('Alex');
  });

  it.each([
    [2, 'Full'],
    [3, '1 place free'],
    [4, '2 places free'],
  ])('says of two people in an event for %d how much is free: %s', async (capacity, words) => {
    atTheDoor({}, shownEvent({ capacity }));
    await screen.findByText(words);
  });

  it('sends the wanted state: in for a person who is out, out for one who is in', async () => {
    const heard = await listed({
      'PUT /api/rsvps/Alex/check-in': () => ({ body: staffPlace('Alex', there) }),
      'DELETE /api/rsvps/Zo%C3%AB/check-in': () => ({ body: staffPlace('Zoë') }),
    });
    await userEvent.click(row('Alex'));
    await screen.findByText('2 of 2 checked in');
    expect(row('Alex').getAttribute('aria-pressed')).toBe('true');
    await userEvent.click(row('Zoë'));
    await screen.findByText('1 of 2 checked in');
    expect(changes(heard)).toEqual(['PUT /api/rsvps/Alex/check-in', 'DELETE /api/rsvps/Zo%C3%AB/check-in']);
  });

  it('the second half of a double tap does not undo the check-in', async () => {
    const heard = await listed({ 'PUT /api/rsvps/Alex/check-in': () => ({ body: staffPlace('Alex', there) }) });
    await userEvent.dblClick(row('Alex'));
    await screen.findByText('2 of 2 checked in');
    expect(changes(heard)).toHaveLength(1);
  });

  it('reports a failed check-in, and refetches the list', async () => {
    const message = 'This place was cancelled.';
    const heard = await listed({
      'PUT /api/rsvps/Alex/check-in': () => ({ status: 404, body: { code: 'NOT_FOUND', message } }),
    });
    await userEvent.click(row('Alex'));
    await screen.findByText(message);
    await waitFor(() => expect(heard.filter(({ call }) => call === LIST)).toHaveLength(2));
  });

  const search = () => screen.findByLabelText<HTMLInputElement>('Find or add a person');
  const addWalkIn = () => userEvent.click(screen.getByRole('button', { name: 'Add walk-in' }));

  it('adds a walk-in with the searched name; a refused name gets its message at the field', async () => {
    const message = 'Someone called Robin is already waiting. Add an initial.';
    const heard = await listed({
      'POST /api/events/catan/rsvps': ({ body }) =>
        (body as { playerName: string }).playerName === 'Robin'
          ? { status: 409, body: { code: 'ALREADY_REGISTERED', message, field: 'playerName' } }
          : { status: 201, body: staffPlace('Robin B', there), touches: 'rsvps' },
    });
    await userEvent.type(await search(), ' Robin ');
    await addWalkIn();
    await waitFor(async () => expect((await search()).getAttribute('aria-invalid')).toBe('true'));
    screen.getByText(message);
    await userEvent.type(await search(), 'B');
    expect(screen.queryByText(message)).toBeNull();
    await addWalkIn();
    await screen.findByText('Robin B has a place and is checked in.');
    expect((await search()).value).toBe('');
    expect(heard.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body)).toEqual([
      expect.objectContaining({ playerName: 'Robin' }),
      expect.objectContaining({ playerName: 'Robin B' }),
    ]);
  });

  it('shows other failures of a walk-in in a toast, and keeps the input', async () => {
    atTheDoor({ 'POST /api/events/catan/rsvps': () => ({ status: 500 }) });
    await userEvent.type(await search(), 'Robin');
    await addWalkIn();
    await screen.findByText('Failed to add the walk-in. Please try again.');
    expect((await search()).value).toBe('Robin');
  });

  it('checks in the only match on Enter, and then waits for the next name', async () => {
    const heard = await listed({ 'PUT /api/rsvps/Alex/check-in': () => ({ body: staffPlace('Alex', there) }) });
    await userEvent.type(await search(), 'al{Enter}');
    await screen.findByText('2 of 2 checked in');
    expect([(await search()).value, document.activeElement]).toEqual(['', await search()]);
    // Once more changes nothing.
    await userEvent.type(await search(), 'al{Enter}');
    await screen.findByText('Checked in already');
    expect(changes(heard)).toHaveLength(1);
  });

  it('moves to the list on Enter with several matches, and adds nobody with none', async () => {
    const heard = await listed({ [LIST]: () => ({ body: [staffPlace('Rosa Lindqvist'), staffPlace('Rosario')] }) });
    await userEvent.type(await search(), 'ros{Enter}');
    expect(document.activeElement).toBe(row('Rosa Lindqvist'));
    await userEvent.type(await search(), 'Robin{Enter}');
    screen.getByText('Nobody called “Robin” has a place here.');
    expect(changes(heard)).toEqual([]);
  });

  it('shows who is nearly called so before it adds a walk-in', async () => {
    const heard = await listed({
      [LIST]: () => ({ body: [staffPlace('Rosa Lindqvist'), staffPlace('Zoë')] }),
      'PUT /api/rsvps/Rosa%20Lindqvist/check-in': () => ({ body: staffPlace('Rosa Lindqvist', there) }),
      'POST /api/events/catan/rsvps': () => ({ status: 201, body: staffPlace('Ros', there) }),
    });
    await userEvent.type(await search(), 'Ros');
    await addWalkIn();
    const asked = screen.getByRole('group', { name: 'Rosa Lindqvist is registered' });
    const [checkIn, add] = within(asked).getAllByRole('button');
    expect([document.activeElement, add?.textContent]).toEqual([checkIn, 'Somebody else: add Ros']);
    await userEvent.keyboard('{Escape}');
    expect([screen.queryByRole('group'), document.activeElement]).toEqual([null, await search()]);
    await addWalkIn();
    await userEvent.click(screen.getByRole('button', { name: 'Check in Rosa Lindqvist' }));
    await screen.findByText('1 of 2 checked in');
    await userEvent.type(await search(), 'Ros');
    await addWalkIn();
    await userEvent.click(screen.getByRole('button', { name: 'Somebody else: add Ros' }));
    await screen.findByText('Ros has a place and is checked in.');
    expect(changes(heard)).toEqual(['PUT /api/rsvps/Rosa%20Lindqvist/check-in', 'POST /api/events/catan/rsvps']);
  });

  it('offers no second person of the same name', async () => {
    await listed({});
    await userEvent.type(await search(), 'ALEX');
    await addWalkIn();
    screen.getByText('If it is somebody else, add an initial.');
    expect(screen.queryByRole('button', { name: /^Somebody else/ })).toBeNull();
  });

  it('offers to undo an undone check-in', async () => {
    const heard = await listed({
      'DELETE /api/rsvps/Zo%C3%AB/check-in': () => ({ body: staffPlace('Zoë') }),
      'PUT /api/rsvps/Zo%C3%AB/check-in': () => ({ body: staffPlace('Zoë', there) }),
    });
    await userEvent.click(row('Zoë'));
    await screen.findByText('Check-in undone');
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('1 of 2 checked in');
    expect(changes(heard)).toHaveLength(2);
  });

  it.each([
    [shownEvent({ currentRegistrations: 16 }), 'This event is full.'],
    [shownEvent({ bracketDrawn: true }), 'The bracket of this event is already drawn, so nobody can join any more.'],
  ])('has no room for a walk-in, and says why: %#', async (event, why) => {
    const heard = await listed({}, event);
    await userEvent.type(screen.getByLabelText('Find or add a person'), 'Robin{Enter}');
    const button = screen.getByRole('button', { name: 'Add walk-in' });
    expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe(why);
    await userEvent.click(button);
    expect(heard.some(({ call }) => call.startsWith('POST'))).toBe(false);
  });

  it('is read-only after the event', async () => {
    safeStorage.set('check-in event', 'catan');
    const heard = await listed({}, shownEvent({ status: 'completed' }));
    await userEvent.click(row('Alex'));
    expect(row('Alex').textContent).toContain('Not there');
    expect(changes(heard)).toEqual([]);
  });
});

describe('undoing check-ins by other phones', () => {
  const UNDO = 'POST /api/events/catan/undo-check-ins';
  const minutesAgo = (minutes: number) => new Date(Date.parse(NOW) - minutes * 60_000).toISOString();
  const byCode = (name: string, minutes: number) =>
    staffPlace(name, { checkedIn: true, checkedInAt: minutesAgo(minutes), checkedInBy: 'code' });
  const own = staffPlace('Zoë', { checkedIn: true, checkedInAt: minutesAgo(1), checkedInBy: 'owner' });
  const open = async () =>
    userEvent.click(await screen.findByRole('button', { name: 'Undo check-ins by other phones' }));

  beforeEach(() => {
    vi.useFakeTimers({ now: Date.parse(NOW), toFake: ['Date'] });
  });

  it.each([
    ['in the last hour', [own, byCode('Alex', 61)], shownEvent()],
    ['once the event is over', [own, byCode('Alex', 1)], shownEvent({ status: 'completed' })],
  ])('is not offered when there is nothing to undo: %s', async (_, list, event) => {
    safeStorage.set('check-in event', event.id);
    await listed({ [LIST]: () => ({ body: list }) }, event);
    expect(screen.queryByText(/by other phones/)).toBeNull();
  });

  it('lists whom it undoes, asks for confirmation, and says how many there were', async () => {
    let list = [byCode('Alex', 2), byCode('Sam', 10), byCode('Kit', 40), own];
    const heard = atTheDoor({
      [LIST]: () => ({ body: list }),
      [UNDO]: () => {
        list = [staffPlace('Alex'), staffPlace('Sam'), staffPlace('Kit'), own];
        return { body: { undone: 3 }, touches: 'rsvps' };
      },
    });
    await screen.findByText('3 check-ins by other phones in the last hour');
    await open();
    const minutes = screen.getByLabelText<HTMLSelectElement>('Made in the last');
    expect([document.activeElement, minutes.value]).toEqual([minutes, '15']);
    screen.getByText('Takes back 2 check-ins: Alex, Sam.');
    await userEvent.selectOptions(minutes, '5 minutes');
    screen.getByText('Takes back 1 check-in: Alex.');
    await userEvent.selectOptions(minutes, '60 minutes');
    expect(heard.some(({ call }) => call === UNDO)).toBe(false);
    await userEvent.click(screen.getByRole('button', { name: 'Yes, undo 3 check-ins' }));
    await screen.findByText('3 check-ins by other phones taken back.');
    expect(heard.filter(({ call }) => call === UNDO).map(({ body }) => body)).toEqual([{ minutes: 60 }]);
    await screen.findByText('1 of 4 checked in');
    expect(screen.queryByText('Made in the last')).toBeNull();
    expect(document.activeElement?.id).toBe('main');
  });

  it('keeps them when not confirmed, and offers nothing when there is nothing', async () => {
    const heard = atTheDoor({ [LIST]: () => ({ body: [byCode('Alex', 40)] }) }, shownEvent({ bracketDrawn: true }));
    await open();
    const yes = screen.getByRole('button', { name: 'Yes, undo 0 check-ins' });
    expect(yes.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(yes);
    screen.getByText(/The bracket stays as it was drawn/);
    await userEvent.click(screen.getByRole('button', { name: 'Keep them' }));
    await screen.findByText('1 check-in by other phones in the last hour');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Undo check-ins by other phones' }));
    expect(heard.some(({ call }) => call === UNDO)).toBe(false);
  });

  it('shows why it failed and stays open', async () => {
    const many = Array.from({ length: 10 }, (_, n) => byCode(`Guest ${n}`, 1));
    atTheDoor({ [LIST]: () => ({ body: many }), [UNDO]: () => ({ status: 503 }) });
    await open();
    screen.getByText(/Guest 6, Guest 7 and 2 more\./);
    await userEvent.click(screen.getByRole('button', { name: 'Yes, undo 10 check-ins' }));
    await screen.findByText('Failed to undo the check-ins. Please try again.');
    screen.getByLabelText('Made in the last');
  });

  it('selects the event of a warning’s link', async () => {
    answerCalls({});
    const events = [shownEvent(), shownEvent({ id: 'uno', title: 'Uno' })];
    renderInPage(<QrCheckIn zone={ZONE} />, { at: '/admin/check-in?event=uno', events });
    expect(screen.getByLabelText<HTMLSelectElement>('Event').value).toBe('uno');
  });
});
