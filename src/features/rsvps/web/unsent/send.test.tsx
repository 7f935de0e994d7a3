import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import type { FestivalEvent } from '#features/events/contract.ts';
import { forgetNames } from '#features/people/names/web/state.ts';
import type { forgetVisitor } from '#features/privacy/contract.ts';
import { setForgetting } from '#features/privacy/web/state.ts';
import { HOUR } from '#platform/durations.ts';
import { request } from '#platform/web/api.ts';
import { startClock } from '#platform/web/clock.tsx';
import { connectedNow, reportFailure, reportResponse } from '#platform/web/connection.ts';
import { forgetToasts } from '#platform/web/ui/toast.ts';
import { forgetLosses } from '#platform/web/unsent-sender.ts';
import { dropUnsent } from '#platform/web/unsent-writes.ts';
import { useSendUnsent } from '#platform/web/use-unsent.ts';
import { withIndexedDb } from '#testing/indexed-db.ts';
import { answerCalls, type Heard, NOW, type Reply, renderInPage, sleepFor } from '#testing/page.tsx';
import { shownEvent } from '#testing/shown-event.ts';
import { userEvent } from '#testing/user-event.ts';
import { CancelPlace } from '../CancelPlace.tsx';
import { RsvpDialog } from '../RsvpDialog.tsx';
import { usePlaceSenders } from './if-connected.ts';
import { titleOf, useUnsentPlaces, wordsOf } from './place-writes.ts';
import { UnsentPlaces } from './UnsentPlaces.tsx';

withIndexedDb();

const ZONE = 'America/New_York';
const rsvp = { id: 'r1', eventId: 'catan', playerName: 'Alex', checkedIn: false };
const NO_NETWORK = (): Reply => {
  throw new TypeError('Failed to fetch');
};
const refused = (status: number, code: string, message: string): Reply => ({ status, body: { code, message } });

const Form = ({ event }: { event: FestivalEvent }) => {
  const [isOpen, setOpen] = useState(true);
  return isOpen && <RsvpDialog event={event} zone={ZONE} onClose={() => setOpen(false)} />;
};

/** What the notices say of writes that ended. */
const Ends = () => (
  <ul aria-label="Ends">
    {useUnsentPlaces().ended.map((write) => (
      <li key={write.id}>{`${titleOf(write)}: ${wordsOf(write)}`}</li>
    ))}
  </ul>
);
const Sends = () => {
  useSendUnsent(usePlaceSenders());
  return null;
};
const ends = () =>
  within(screen.getByLabelText('Ends'))
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent);

type Calls = Record<string, (heard: Heard) => Reply>;
let calls: Calls;

afterEach(() => {
  vi.restoreAllMocks();
  setForgetting(false);
  forgetLosses();
  return dropUnsent(() => true);
});

function open(replies: Calls, { event = shownEvent(), cancels = false } = {}) {
  calls = { 'GET /healthz': NO_NETWORK, ...replies };
  const asked: Calls = {};
  for (const name of [
    'GET /healthz',
    'POST /api/rsvps',
    'DELETE /api/rsvps/r1',
    'GET /api/rsvps/my',
    'GET /api/waiting/my',
    'GET /api/visitor',
    'DELETE /api/visitor',
  ])
    asked[name] = (heard) => (calls[name] ?? (() => ({ status: 404 })))(heard);
  const heard = answerCalls(asked);
  renderInPage(
    <>
      <Sends />
      <UnsentPlaces zone={ZONE} />
      <Ends />
      {cancels ? <CancelPlace rsvp={rsvp} event={event} /> : <Form event={event} />}
    </>,
  );
  return () => heard.filter(({ call }) => call.startsWith('POST') || call.startsWith('DELETE'));
}

async function register(name = 'Alex') {
  await userEvent.type(screen.getByLabelText(/^Player Name/), name);
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
}

async function cancelWithoutNetwork() {
  await userEvent.click(screen.getByRole('button', { name: /^Cancel my place/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Yes, cancel it' }));
  await screen.findByText('Cancellation waits for network');
}

/** The network is back, and the server answers so. */
function comeBack(replies: Calls) {
  calls = {
    'GET /healthz': () => ({}),
    'GET /api/rsvps/my': () => ({ body: [] }),
    'GET /api/waiting/my': () => ({ body: [] }),
    ...replies,
  };
  reportResponse();
}

const turn = () => new Promise(setImmediate);
/** From here on time passes only when the test says so. */
const holdClock = () =>
  vi.useFakeTimers({ now: Date.now(), toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'] });

const unsent = () => screen.findByRole('region', { name: 'Waiting for network' });

it('keeps a registration whose answer is lost, and sends it again with its key', async () => {
  const writes = open({ 'POST /api/rsvps': NO_NETWORK });
  await register();
  await screen.findByText('No connection. We will send this when you are back online, for 2 hours or until it starts.');
  expect((await unsent()).textContent).toContain('Alex');
  // It may have been sent.
  expect(screen.getByRole('button', { name: /^Withdraw/ }).getAttribute('aria-disabled')).toBe('true');
  comeBack({ 'POST /api/rsvps': () => ({ status: 201, body: rsvp }) });
  await waitFor(() => expect(ends()).toEqual(['Success!: Alex has a place in Catan Open.']));
  const [first, second, ...more] = writes();
  expect([first?.body, more]).toEqual([second?.body, []]);
  expect(first?.headers['idempotency-key']).toBe(second?.headers['idempotency-key']);
  expect(screen.queryByRole('region', { name: 'Waiting for network' })).toBeNull();
});

it('says that a registration which arrived asked for a place that is still to be drawn', async () => {
  open({ 'POST /api/rsvps': NO_NETWORK }, { event: shownEvent({ lottery: true }) });
  await userEvent.type(screen.getByLabelText(/^Player Name/), 'Alex');
  await userEvent.click(screen.getByRole('button', { name: 'Ask' }));
  await unsent();
  comeBack({ 'POST /api/rsvps': () => ({ status: 202, body: { state: 'requested' } }) });
  const words = 'You have asked for a place. You will be told when the places are drawn.';
  await waitFor(() => expect(ends()).toEqual([`Success!: Alex, Catan Open: ${words}`]));
});

it('keeps the places of several people as one act, and looks for all of them once it is too late to send it', async () => {
  const writes = open({ 'POST /api/rsvps': NO_NETWORK });
  await userEvent.type(screen.getByLabelText(/^Player Name/), 'Alex');
  await userEvent.click(screen.getByRole('button', { name: 'Add another person' }));
  await userEvent.type(screen.getByLabelText(/^Person 2/), 'Theo');
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect((await unsent()).textContent).toContain('Alex and Theo');
  const places = ['Alex', 'Theo'].map((playerName) => ({ ...rsvp, id: playerName, playerName }));
  comeBack({ 'POST /api/rsvps': () => ({ status: 201, body: places }) });
  await waitFor(() => expect(ends()).toEqual(['Success!: Alex and Theo have places in Catan Open.']));
  const [first, second, ...more] = writes();
  expect([first?.body, second?.body, more]).toEqual([
    { eventId: 'catan', playerNames: ['Alex', 'Theo'] },
    { eventId: 'catan', playerNames: ['Alex', 'Theo'] },
    [],
  ]);
  expect(first?.headers['idempotency-key']).toBe(second?.headers['idempotency-key']);
});

it('does not keep a registration for an event that has begun', async () => {
  open({ 'POST /api/rsvps': NO_NETWORK }, { event: shownEvent({ startTime: '2025-11-13T17:30:00.000Z' }) });
  await register();
  await screen.findByText(/^No connection. This event has begun, so nothing can wait for it. It may have been sent/);
  expect((screen.getByLabelText(/^Player Name/) as HTMLInputElement).value).toBe('Alex');
});

it('says that nothing was kept when the browser keeps nothing, and leaves the form as it was', async () => {
  open({ 'POST /api/rsvps': NO_NETWORK });
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError');
  });
  await register();
  await screen.findByText(/^No connection. This browser can’t keep a change for later. It may have been sent/);
  full.mockRestore();
  expect((screen.getByLabelText(/^Player Name/) as HTMLInputElement).value).toBe('Alex');
});

it('says once that the browser can’t open what waits, goes on showing it, and sends it when it can', async () => {
  open({ 'POST /api/rsvps': NO_NETWORK });
  await register();
  await unsent();
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('The database connection is closing.', 'InvalidStateError');
  });
  document.dispatchEvent(new Event('visibilitychange'));
  await screen.findByText(/^Something here waits for network, but this browser can’t open it now/);
  act(forgetToasts);
  document.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(transaction.mock.calls.length).toBeGreaterThan(3));
  expect([(await unsent()).textContent?.includes('Alex'), screen.queryByText(/^Something here waits/)]).toEqual([
    true,
    null,
  ]);
  transaction.mockRestore();
  comeBack({ 'POST /api/rsvps': () => ({ status: 201, body: rsvp }) });
  await waitFor(() => expect(ends()).toEqual(['Success!: Alex has a place in Catan Open.']));
});

it('does not send what waited for longer than two hours', async () => {
  const writes = open(
    { 'POST /api/rsvps': NO_NETWORK },
    { event: shownEvent({ startTime: '2025-11-14T20:00:00.000Z' }) },
  );
  await register();
  await unsent();
  vi.setSystemTime('2025-11-13T20:30:00.000Z');
  comeBack({});
  await waitFor(() => expect(ends()[0]).toMatch(/^Not confirmed: It is not certain whether Alex has a place/));
  expect(writes()).toHaveLength(1);
});

it.each([5, -5])(
  'sends what waited when the clock was set by %i hours meanwhile, once the server has told the time',
  async (hours) => {
    const writes = open({ 'POST /api/rsvps': NO_NETWORK });
    startClock(NOW);
    reportFailure();
    await userEvent.type(screen.getByLabelText(/^Player Name/), 'Alex');
    sleepFor(hours * HOUR);
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    await screen.findByText('No connection. We will send this when you are back online, until it starts.');
    holdClock();
    comeBack({ 'GET /healthz': NO_NETWORK, 'POST /api/rsvps': () => ({ status: 201, body: rsvp }) });
    for (let turns = 0; turns < 100; turns += 1) await turn();
    expect([writes().length, ends()]).toEqual([1, []]);
    comeBack({ 'GET /healthz': () => ({ date: NOW }), 'POST /api/rsvps': () => ({ status: 201, body: rsvp }) });
    await vi.advanceTimersByTimeAsync(2_000);
    vi.useRealTimers();
    await waitFor(() => expect(ends()).toEqual(['Success!: Alex has a place in Catan Open.']));
  },
);

it.each([204, 404])('keeps a cancellation, which has succeeded after %i', async (status) => {
  open({ 'DELETE /api/rsvps/r1': NO_NETWORK }, { cancels: true });
  await cancelWithoutNetwork();
  comeBack({
    'GET /api/visitor': () => ({ body: { known: true } }),
    'DELETE /api/rsvps/r1': () => (status === 204 ? { status } : refused(status, 'NOT_FOUND', 'Gone.')),
  });
  await waitFor(() => expect(ends()).toEqual(['Success!: Alex no longer has a place in Catan Open.']));
});

it('says without a connection that the cancellation is sent later, and offers to keep the place', async () => {
  open({ 'GET /api/rsvps/my': NO_NETWORK }, { cancels: true });
  holdClock();
  reportFailure();
  // A page shows a lost connection after 3 s.
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  vi.useRealTimers();
  vi.setSystemTime(NOW);
  await userEvent.click(screen.getByRole('button', { name: /^Cancel my place/ }));
  await screen.findByRole('group', {
    name: 'Give up Alex’s place? No connection. We will send this when you are back online.',
  });
  await userEvent.click(screen.getByRole('button', { name: 'Yes, cancel it' }));
  await screen.findByText('Cancellation waits for network');
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('The database connection is closing.', 'InvalidStateError');
  });
  await userEvent.click(screen.getByRole('button', { name: 'Keep my place: Alex, Catan Open' }));
  await screen.findByText('This browser can’t open what waits for network. Please try again.');
  transaction.mockRestore();
  await userEvent.click(screen.getByRole('button', { name: 'Keep my place: Alex, Catan Open' }));
  await screen.findByRole('button', { name: /^Cancel my place/ });
});

it('says what was not confirmed when another device removed this one', async () => {
  const writes = open({ 'DELETE /api/rsvps/r1': NO_NETWORK }, { cancels: true });
  await cancelWithoutNetwork();
  comeBack({ 'GET /api/visitor': () => ({ body: { known: false } }) });
  await waitFor(() =>
    expect(ends()).toEqual([
      'Not confirmed: It is not certain whether Alex no longer has a place in Catan Open. This phone was removed from your devices.',
    ]),
  );
  expect(writes()).toHaveLength(1);
});

it('drops what waits without a word when the visitor was forgotten here and the answer was lost', async () => {
  const writes = open({ 'DELETE /api/rsvps/r1': NO_NETWORK }, { cancels: true });
  await cancelWithoutNetwork();
  setForgetting(true);
  comeBack({ 'GET /api/visitor': () => ({ body: { known: false } }) });
  await screen.findByRole('button', { name: /^Cancel my place/ });
  expect([writes().length, ends()]).toEqual([1, []]);
});

it('drops what waits without a word when the visitor is forgotten here', async () => {
  open({ 'DELETE /api/rsvps/r1': NO_NETWORK }, { cancels: true });
  await cancelWithoutNetwork();
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  comeBack({
    'DELETE /api/visitor': () => ({ status: 204, touches: 'visitor' }),
    'GET /api/visitor': () => ({ body: { known: false } }),
  });
  await request<typeof forgetVisitor>('DELETE /api/visitor');
  await screen.findByRole('button', { name: /^Cancel my place/ });
  expect(ends()).toEqual([]);
});

it('registers the same person again, with another key, after what waited was sent', async () => {
  const lost = open({ 'POST /api/rsvps': NO_NETWORK });
  await register();
  await unsent();
  comeBack({ 'POST /api/rsvps': () => ({ status: 201, body: rsvp }) });
  await waitFor(() => expect(ends()).toHaveLength(1));
  cleanup();
  forgetNames();
  const again = open({ 'POST /api/rsvps': () => ({ status: 201, body: rsvp }) });
  await register();
  await waitFor(() => expect(again()).toHaveLength(1));
  expect(again()[0]?.body).toEqual(lost()[0]?.body);
  expect(again()[0]?.headers['idempotency-key']).not.toBe(lost()[0]?.headers['idempotency-key']);
});

it('pauses after a lost answer, however often the connection returns', async () => {
  const sent = vi.fn(NO_NETWORK);
  open({ 'POST /api/rsvps': NO_NETWORK });
  await register();
  await unsent();
  holdClock();
  const returnAfter = (ms: number) => {
    comeBack({ 'POST /api/rsvps': sent });
    return vi.advanceTimersByTimeAsync(ms);
  };
  const sends = async (times: number) => {
    while (sent.mock.calls.length < times || connectedNow()) await turn();
  };
  const sendsNothingMore = async (times: number) => {
    for (let turns = 0; turns < 100; turns += 1) await turn();
    expect([sent.mock.calls.length, connectedNow()]).toEqual([times, true]);
  };
  await returnAfter(0);
  await sends(1);
  await returnAfter(1_900);
  await sendsNothingMore(1);
  await returnAfter(100);
  await sends(2);
  await returnAfter(3_900);
  await sendsNothingMore(2);
  sent.mockImplementation((() => ({ status: 201, body: rsvp })) as never);
  await returnAfter(100);
  vi.useRealTimers();
  await waitFor(() => expect(ends()).toHaveLength(1));
});

it('pauses longer after each fault of the server', async () => {
  const sent = vi.fn((): Reply => ({ status: 500 }));
  open({ 'POST /api/rsvps': NO_NETWORK });
  await register();
  await unsent();
  holdClock();
  const sendsAfter = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    for (let turns = 0; turns < 100; turns += 1) await turn();
    return sent.mock.calls.length;
  };
  comeBack({ 'POST /api/rsvps': sent });
  expect([await sendsAfter(0), await sendsAfter(1_900), await sendsAfter(100)]).toEqual([1, 1, 2]);
  expect([await sendsAfter(3_900), await sendsAfter(100)]).toEqual([2, 3]);
});

it('does not believe an offline copy that the visitor was forgotten', async () => {
  const writes = open({ 'DELETE /api/rsvps/r1': NO_NETWORK }, { cancels: true });
  await cancelWithoutNetwork();
  holdClock();
  const afterPauses = (check: () => void) =>
    vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(10_000);
      check();
    });
  const asked = vi.fn(() => ({ body: { known: false }, copiedAt: '2025-11-13T17:00:00.000Z' }));
  comeBack({ 'GET /healthz': NO_NETWORK, 'GET /api/visitor': asked });
  await afterPauses(() => expect(asked).toHaveBeenCalled());
  await afterPauses(() => expect(connectedNow()).toBe(false));
  comeBack({ 'GET /api/visitor': () => ({ body: { known: true } }), 'DELETE /api/rsvps/r1': () => ({ status: 204 }) });
  await afterPauses(() => expect(ends()).toEqual(['Success!: Alex no longer has a place in Catan Open.']));
  expect(writes()).toHaveLength(2);
});

it('goes on as a friend when a registration that waited has the name of an account of another phone', async () => {
  const writes = open({ 'POST /api/rsvps': NO_NETWORK });
  await register();
  await unsent();
  const asks = refused(409, 'NAME_OF_ACCOUNT', 'Alex has an account on another phone.');
  const isFriend = (body: unknown) => (body as { isFriend?: boolean }).isFriend;
  comeBack({ 'POST /api/rsvps': ({ body }) => (isFriend(body) ? { status: 201, body: rsvp } : asks) });
  await waitFor(() => expect(ends()).toEqual(['Success!: Alex has a place in Catan Open.']));
  expect(writes().map(({ body }) => isFriend(body))).toEqual([undefined, undefined, true]);
});
