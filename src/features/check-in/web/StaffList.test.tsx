import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { adminRefused, deskStorage, forgetAdminMode, setHelperDesk, unlocked } from '#features/access/web/state.ts';
import { HOUR } from '#platform/durations.ts';
import { WHOLE_FESTIVAL } from '#platform/staff.ts';
import { onLocked } from '#platform/web/api.ts';
import { startClock } from '#platform/web/clock.tsx';
import { probe } from '#platform/web/connection.ts';
import { forgetToasts } from '#platform/web/ui/toast.ts';
import { forgetLosses, sendAll } from '#platform/web/unsent-sender.ts';
import { dropUnsent, unsentWrites } from '#platform/web/unsent-writes.ts';
import { useSendUnsent } from '#platform/web/use-unsent.ts';
import { withIndexedDb } from '#testing/indexed-db.ts';
import { answerCalls, NOW, type Reply, renderInPage, sleepFor } from '#testing/page.tsx';
import { shownEvent } from '#testing/shown-event.ts';
import { staffPlace } from '#testing/staff-place.ts';
import { userEvent } from '#testing/user-event.ts';
import { dropOldRosters, keepRoster } from './door/rosters.ts';
import { useTapSenders } from './door/tap-senders.ts';
import { keepTap } from './door/taps.ts';
import { QrCheckIn } from './QrCheckIn.tsx';
import { StaffList } from './StaffList.tsx';

withIndexedDb();

const ZONE = 'America/New_York';
const LIST = 'GET /api/events/catan/rsvps';
const PUT = 'PUT /api/rsvps/Alex/check-in';
const DELETE = 'DELETE /api/rsvps/Alex/check-in';
const UNDO_ZOE = `DELETE /api/rsvps/${encodeURIComponent('Zoë')}/check-in`;
const WALK_IN = 'POST /api/events/catan/rsvps';

const there = { checkedIn: true, checkedInAt: '2025-11-13T17:58:00.000Z', checkedInBy: 'staff' } as const;

const Sends = () => {
  useSendUnsent(useTapSenders());
  return null;
};

/** A server that can be unplugged. */
let isAway = false;
const away = (reply: Replies[string]) => () => {
  if (isAway) throw new TypeError('Failed to fetch');
  return reply();
};
const unplug = () => {
  isAway = true;
};
/** The page notices before the next tap. */
const lose = async () => {
  unplug();
  await act(probe);
};
const plugIn = async () => {
  isAway = false;
  await act(probe);
};

type Replies = Record<string, () => Reply | Promise<Reply>>;
const open = (replies: Replies = {}) => {
  const all: Replies = {
    [LIST]: () => ({ body: [staffPlace('Alex', { playerEmail: 'a@example.org' }), staffPlace('Zoë', there)] }),
    'GET /healthz': () => ({ body: 'ok' }),
    [PUT]: () => ({ body: staffPlace('Alex', there), touches: 'rsvps' }),
    ...replies,
  };
  const heard = answerCalls(Object.fromEntries(Object.entries(all).map(([call, reply]) => [call, away(reply)])));
  const page = () =>
    renderInPage(
      <>
        <Sends />
        <QrCheckIn zone={ZONE} />
      </>,
      { events: [shownEvent(), shownEvent({ id: 'uno', title: 'Uno' })] },
    );
  unlocked();
  forgetToasts();
  page();
  const taps = () => heard.filter(({ call }) => !call.startsWith('GET'));
  return { heard, taps, page };
};
const row = (name: string) =>
  within(screen.getByRole('list', { name: 'Places' })).getByRole('button', { name: new RegExp(`^${name}`) });
const status = (words: string) =>
  waitFor(() => expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(words));

/** A page with one check-in that waits. */
const openAndTap = async (replies: Replies = {}, goes: () => void | Promise<void> = lose) => {
  const opened = open(replies);
  await status('1 of 2 checked in');
  await goes();
  await userEvent.click(row('Alex'));
  await status('1 of 2 checked in, 1 waiting to send');
  return opened;
};

beforeEach(async () => {
  isAway = false;
  vi.restoreAllMocks();
  await dropUnsent(() => true);
  forgetLosses();
  localStorage.clear();
});

it('shows a helper no email of a list that this browser has from an organiser', async () => {
  const list = [staffPlace('Alex', { playerEmail: 'a@example.org' })];
  answerCalls({ [LIST]: () => ({ body: list }) });
  unlocked();
  setHelperDesk({ name: 'Mira', role: 'door', scope: WHOLE_FESTIVAL });
  renderInPage(<StaffList event={shownEvent()} zone={ZONE} />);
  await screen.findByText(/example\.org/);
  act(() => adminRefused('read'));
  await waitFor(() => expect(row('Alex').textContent).toBe('AlexCheck in'));
});

it('the staff list without network checks in at once, says what waits, and sends it when the connection returns', async () => {
  const { taps } = await openAndTap({}, unplug);
  expect([row('Alex').getAttribute('aria-pressed'), row('Alex').textContent]).toEqual([
    'true',
    'Alexa@example.orgIn, 1:00 PMwaiting to send',
  ]);
  await plugIn();
  await status('1 of 2 checked in');
  const [first, ...others] = taps();
  // The first one may have been heard: all carry one id.
  expect(others.map(({ call, body }) => [call, body])).toEqual([
    [PUT, { ...(first?.body as object), madeAt: expect.any(String) }],
  ]);
});

it('the staff list without network keeps a tap without an answer after three seconds, whatever the browser calls the error', async () => {
  const { promise, reject } = Promise.withResolvers<Reply>();
  open({ [PUT]: () => promise });
  await status('1 of 2 checked in');
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  await userEvent.click(row('Alex'));
  vi.advanceTimersByTime(3_000);
  vi.useRealTimers();
  unplug();
  reject(new DOMException('The user aborted a request.', 'AbortError'));
  await status('1 of 2 checked in, 1 waiting to send');
});

it('the staff list without network never sends a tap that a second one takes back', async () => {
  const { taps } = await openAndTap();
  await userEvent.click(row('Alex'));
  await status('1 of 2 checked in');
  await waitFor(() => expect(row('Alex').textContent).toBe('Alexa@example.orgCheck in'));
  await plugIn();
  expect(taps()).toEqual([]);
});

it('the staff list without network follows a tap that the server may have with the opposite one, and sends both in order', async () => {
  const { taps } = await openAndTap({ [DELETE]: () => ({ body: staffPlace('Alex'), touches: 'rsvps' }) }, unplug);
  await userEvent.click(row('Alex'));
  await status('1 of 2 checked in, 2 waiting to send');
  await waitFor(() => expect(row('Alex').textContent).toBe('Alexa@example.orgUndonewaiting to send'));
  await plugIn();
  await status('1 of 2 checked in');
  expect(taps().map(({ call }) => call)).toEqual([PUT, PUT, DELETE]);
});

it('the staff list without network shows the list and what waits after a reload, without emails', async () => {
  const { page } = await openAndTap();
  cleanup();
  page();
  await status('1 of 2 checked in, 1 waiting to send');
  expect(row('Alex').textContent).toBe('AlexIn, 1:00 PMwaiting to send');
  expect(screen.getByText('1:00 PM', { selector: 'time' }).closest('p')?.textContent).toBe('As of 1:00 PM');
  await plugIn();
  await status('1 of 2 checked in');
  await waitFor(() => expect(row('Alex').textContent).toContain('a@example.org'));
});

it('the staff list without network lists what could not be applied, until it is dismissed', async () => {
  const refused = { code: 'NOT_FOUND', message: 'This place was cancelled.' };
  const { page } = await openAndTap({ [PUT]: () => ({ status: 404, body: refused }) });
  await plugIn();
  const list = () => screen.findByRole('region', { name: '1 late check-in needs attention' });
  expect(within(await list()).getByRole('listitem').textContent).toBe(
    'Alex · Check-in, 1:00 PMThis place was cancelled.',
  );
  cleanup();
  page();
  await userEvent.click(within(await list()).getByRole('button', { name: 'Dismiss: Alex' }));
  await waitFor(() => expect(screen.queryByText('This place was cancelled.')).toBeNull());
});

it('the staff list without network keeps a walk-in under its cleaned name, with no certain seat, and says why it was refused', async () => {
  const full = { code: 'EVENT_FULL', message: 'This event is full.' };
  const { taps } = open({ [WALK_IN]: () => ({ status: 409, body: full }) });
  await status('1 of 2 checked in');
  await lose();
  for (const [typed, name] of [
    [' Robin  B', 'Robin B'],
    ['Kim', 'Kim'],
  ] as const) {
    await userEvent.type(screen.getByLabelText('Find or add a person'), typed);
    await userEvent.click(screen.getByRole('button', { name: 'Add walk-in' }));
    await screen.findByText(`${name} is added when the network is back: the place is not certain.`);
  }
  await status('1 of 2 checked in, 2 waiting to send');
  await waitFor(() => expect(row('Robin B').textContent).toContain('Walk-in waiting: the place is not certain'));
  await userEvent.click(screen.getByRole('button', { name: 'Remove walk-in Kim' }));
  await status('1 of 2 checked in, 1 waiting to send');
  await plugIn();
  expect((await screen.findByText('This event is full.')).closest('li')?.textContent).toContain('Robin B · Walk-in');
  expect(taps().map(({ body }) => body)).toEqual([
    { playerName: 'Robin B', tapId: expect.any(String), madeAt: expect.any(String) },
  ]);
});

it('the staff list without network waits for unlocking when the session ended meanwhile', async () => {
  let isLocked = true;
  const locked = { code: 'LOCKED', message: 'Unlock admin mode first.' };
  const { taps } = await openAndTap({
    [PUT]: () => (isLocked ? { status: 401, body: locked } : { body: staffPlace('Alex', there), touches: 'rsvps' }),
  });
  const stopListening = onLocked(adminRefused);
  await plugIn();
  await status('1 waiting to send: unlock, and they are sent. Nothing is lost.');
  expect(localStorage.getItem('festival-admin-desk')).toBeNull();
  isLocked = false;
  act(unlocked);
  await status('1 of 2 checked in');
  expect(taps()).toHaveLength(2);
  stopListening();
});

it('the staff list without network says by name who checked in', async () => {
  open({ [LIST]: () => ({ body: [staffPlace('Alex', { ...there, checkedInByName: 'Mira' })] }) });
  await status('1 of 1 checked in');
  expect(row('Alex').textContent).toBe('AlexIn, 12:58 PMby Mira');
});

it('the staff list without network says of a tap that waits that it waits, and of one taken back that it is undone', async () => {
  open();
  await status('1 of 2 checked in');
  await lose();
  await userEvent.type(screen.getByLabelText('Find or add a person'), 'Alex{Enter}');
  await screen.findByText('Check-in waiting to send');
  expect(screen.queryByText('Checked in')).toBeNull();
  await userEvent.click(await screen.findByRole('button', { name: /^Zoë/ }));
  await screen.findByText('Undo waiting to send');
  expect(screen.queryByText('Check-in undone')).toBeNull();
  await userEvent.click(row('Alex'));
  await screen.findByText('Check-in undone');
});

it('the staff list without network sends the others when the server fails at one tap', async () => {
  const { taps } = open({
    [PUT]: () => ({ status: 500, body: { code: 'INTERNAL', message: 'Something went wrong.' } }),
    [UNDO_ZOE]: () => ({ body: staffPlace('Zoë'), touches: 'rsvps' }),
  });
  await status('1 of 2 checked in');
  await lose();
  await userEvent.click(row('Alex'));
  await userEvent.click(row('Zoë'));
  await status('1 of 2 checked in, 2 waiting to send');
  await plugIn();
  await waitFor(() => expect(taps().map(({ call }) => call)).toContain(UNDO_ZOE));
  await status('1 of 2 checked in, 1 waiting to send');
});

it('the staff list without network keeps the time and the order of taps when the clock is set back', async () => {
  const { taps } = await openAndTap({ [DELETE]: () => ({ body: staffPlace('Alex'), touches: 'rsvps' }) }, unplug);
  vi.setSystemTime(Date.now() - HOUR);
  await userEvent.click(row('Alex'));
  await status('1 of 2 checked in, 2 waiting to send');
  await plugIn();
  await status('1 of 2 checked in');
  const madeAt = taps().flatMap(({ body }) => (body as { madeAt?: string }).madeAt ?? []);
  const [first = '', second = ''] = madeAt;
  expect([madeAt.length, first.slice(0, 15), Date.parse(second) - Date.parse(first)]).toEqual([
    2,
    '2025-11-13T18:0',
    1,
  ]);
});

it('the staff list without network drops no tap for a clock that jumped two days while nothing confirms the time', async () => {
  await openAndTap();
  startClock(NOW);
  sleepFor(50 * HOUR);
  await sendAll({}).catch(() => undefined);
  await dropOldRosters();
  expect([(await unsentWrites()).length, deskStorage.get() === '[]']).toEqual([1, false]);
});

it('the staff list without network lists a tap that is too old, and drops it after another day, also while admin mode is off', async () => {
  const { taps, page } = open();
  await status('1 of 2 checked in');
  const keep = (id: string, hours: number) =>
    keepTap(
      id,
      {
        ...{ eventId: 'catan', title: 'Catan', placeId: 'Alex', playerName: 'Alex', checksIn: true },
        tappedAt: Date.now() - hours * HOUR,
      },
      { sent: false },
    );
  await act(() => keep('old', 25));
  await screen.findByText('Nothing reached the server in time.');
  await act(() => keep('again', 26));
  await screen.findByRole('region', { name: '2 late check-ins need attention' });
  expect(taps()).toEqual([]);
  cleanup();
  act(forgetAdminMode);
  await keep('older', 49);
  page();
  await waitFor(async () => expect((await unsentWrites()).map(({ id }) => id)).toEqual(['old', 'again']));
});

it('the staff list without network drops staff lists of the day before on every visit', async () => {
  unlocked();
  vi.setSystemTime('2025-11-12T17:59:00.000Z');
  keepRoster('uno', [staffPlace('Alex')]);
  answerCalls({});
  renderInPage(<Sends />);
  await waitFor(() => expect(deskStorage.get()).toBe('[]'));
});

it('the staff list without network says when the browser keeps nothing', async () => {
  open();
  await status('1 of 2 checked in');
  await lose();
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('full');
  });
  await userEvent.click(row('Alex'));
  await screen.findByText(/this browser can’t keep it for later/);
  await status('1 of 2 checked in');
});
