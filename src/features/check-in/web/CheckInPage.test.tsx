import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Rsvp } from '#features/rsvps/contract.ts';
import { reportFailure } from '#platform/web/connection.ts';
import { answerCalls, type Reply, renderInPage } from '#testing/page.tsx';
import { shownEvent } from '#testing/shown-event.ts';
import { userEvent } from '#testing/user-event.ts';
import { CheckInPage } from './CheckInPage.tsx';

const TOKEN = `1.check-in.catan.1.${'A'.repeat(43)}`;
const rsvp = (playerName: string, more: Partial<Rsvp> = {}): Rsvp => ({
  id: playerName,
  eventId: 'catan',
  playerName,
  checkedIn: false,
  ...more,
});

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => sessionStorage.clear());

type Scene = { at?: string; mine?: Rsvp[]; answer?: () => Reply | Promise<Reply> };

const open = ({ at = `/check-in?token=${TOKEN}`, mine = [], answer }: Scene = {}) => {
  const heard = answerCalls({
    'GET /api/rsvps/my': () => ({ body: mine }),
    'GET /api/names/my': () => ({ body: mine.map(({ playerName }) => ({ name: playerName, account: false })) }),
    'GET /healthz': () => Promise.reject(new TypeError('Failed to fetch')),
    'POST /api/check-in': answer ?? (() => ({ body: { message: 'Check-in successful!' }, touches: 'rsvps' })),
  });
  const { unmount } = renderInPage(<CheckInPage zone="America/New_York" />, { at, events: [shownEvent()] });
  return { unmount, sent: () => heard.filter(({ call }) => call === 'POST /api/check-in').map(({ body }) => body) };
};
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: /Your Name/ });
const button = () => screen.getByRole('button', { name: /^CHECK/ });
const choices = () =>
  within(screen.getByRole('group', { name: 'Names used on this device' }))
    .getAllByRole('button')
    .map((button) => button.textContent);
const reason = (): string | null => {
  const id = button().getAttribute('aria-describedby');
  return id === null ? null : (document.getElementById(id)?.textContent ?? '');
};
const enter = async (name: string) => {
  await userEvent.type(field(), name);
  await userEvent.click(button());
};
const refusal = (status: number, message: string) => () => ({ status, body: { code: 'NOT_FOUND', message } });

it('removes the token from the address, and works after a reload without it', async () => {
  const { unmount } = open();
  expect(location.pathname + location.search).toBe('/check-in');
  screen.getByRole('heading', { name: 'Catan Open' });
  unmount();
  const { sent } = open({ at: '/check-in' });
  await enter(' Zoe ');
  await screen.findByText('Check-in successful!');
  expect(sent()).toEqual([{ token: TOKEN, playerName: 'Zoe' }]);
});

it('keeps the rest of the address, and works without storage', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('no', 'QuotaExceededError');
  });
  const { sent } = open({ at: `/check-in?from=poster&token=${TOKEN}` });
  expect(location.search).toBe('?from=poster');
  await enter('Zoe');
  await screen.findByText('Check-in successful!');
  expect(sent()).toHaveLength(1);
  vi.restoreAllMocks();
});

it.each(['/check-in', '/check-in?token='])('says at %s that a code is missing, and offers no check-in', async (at) => {
  const { sent } = open({ at });
  const words = 'Invalid or missing check-in token. Please scan the QR code again.';
  expect(screen.getByText(words).closest('[role=alert]')).not.toBeNull();
  await enter('Zoe{Enter}');
  expect(reason()).toBe('Scan the QR code at the entrance first.');
  expect(sent()).toEqual([]);
});

it('asks for a name, also when Enter is pressed', async () => {
  const { sent } = open();
  expect(reason()).toBe('Please enter your name');
  await userEvent.type(field(), '  {Enter}');
  expect(field().getAttribute('aria-invalid')).toBe('true');
  expect(screen.getAllByText('Please enter your name')).toHaveLength(2);
  await userEvent.type(field(), 'Zoe{Enter}');
  await screen.findByText('Check-in successful!');
  expect(field().getAttribute('aria-invalid')).toBeNull();
  expect(sent()).toHaveLength(1);
});

it.each([
  ['that waits here', [rsvp('Zoë'), rsvp('Sam', { eventId: 'kart' }), rsvp('Mum', { checkedIn: true })], ['Zoë']],
  ['checked in here when none waits', [rsvp('Sam', { eventId: 'kart' }), rsvp('Zoë', { checkedIn: true })], ['Zoë']],
  ['that waits here first', [rsvp('Zoë'), rsvp('Sam')], ['Zoë', 'Sam']],
])('offers the name %s, and sends a typed one', async (_, mine, offered) => {
  const { sent } = open({ mine });
  await waitFor(() => expect(choices()).toEqual([...offered, 'Someone else']));
  await userEvent.clear(field());
  await enter('Robin');
  await screen.findByText('Check-in successful!');
  expect(sent()).toEqual([{ token: TOKEN, playerName: 'Robin' }]);
});

it('fills in nobody else when the owner of the phone is checked in', async () => {
  open({ mine: [rsvp('Mum', { checkedIn: true }), rsvp('Zoë')] });
  await waitFor(() => expect(choices()).toEqual(['Zoë', 'Someone else']));
  expect(field().value).toBe('');
});

it.each(['pointerdown', 'keydown', 'input', 'focusin'])(
  'stays after a %s, and checks in the next person',
  async (touch) => {
    const { sent } = open({ mine: [rsvp('Mum'), rsvp('Zoë')] });
    await waitFor(() => expect(field().value).toBe('Mum'));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.click(button());
    await vi.waitFor(() => screen.getByText('Check-in successful!'));
    screen.getByText('Your schedule opens in a moment.');
    act(() => void vi.advanceTimersByTime(1000));
    fireEvent(field(), new Event(touch, { bubbles: true }));
    act(() => void vi.advanceTimersByTime(60_000));
    expect(location.pathname).toBe('/check-in');
    expect(screen.queryByText('Your schedule opens in a moment.')).toBeNull();
    expect(screen.getByRole('link', { name: 'My schedule' }).getAttribute('href')).toBe('/schedule?checked-in=catan');
    fireEvent.click(screen.getByRole('button', { name: 'Zoë' }));
    expect([button().textContent, reason()]).toEqual(['CHECK IN', null]);
    fireEvent.click(button());
    await vi.waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()[1]).toEqual({ token: TOKEN, playerName: 'Zoë' });
    await vi.waitFor(() => screen.getByText('Check-in successful!'));
    act(() => void vi.advanceTimersByTime(2000));
    expect(location.pathname).toBe('/schedule');
  },
);

const all = () => screen.queryByRole('button', { name: /^All of us/ });
const answers: ((reply: Reply) => void)[] = [];
const answerNext = (reply: Reply) => act(async () => answers.shift()?.(reply));
const inTurn = () => new Promise<Reply>((resolve) => answers.push(resolve));

it('checks in a family by one press, one after the other, and leaves two seconds after the last of them', async () => {
  const mine = [rsvp('Mum'), rsvp('Zoë'), rsvp('Sam', { eventId: 'kart' }), rsvp('Dad', { checkedIn: true })];
  const { sent } = open({ mine, answer: inTurn });
  await waitFor(() => expect(all()?.textContent.replace(/\p{Cf}/gu, '')).toBe('All of us: Mum, Zoë'));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.click(all() ?? document.body);
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  await answerNext({ body: { message: 'Mum is at Catan.' } });
  await vi.waitFor(() => screen.getByText('Mum is at Catan.'));
  act(() => void vi.advanceTimersByTime(5000));
  expect([location.pathname, screen.queryByText('Your schedule opens in a moment.')]).toEqual(['/check-in', null]);
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  await answerNext({ body: { message: 'Zoë is at Catan.' } });
  await vi.waitFor(() => screen.getByText('Your schedule opens in a moment.'));
  expect(screen.getByRole('status').textContent).toContain('Mum is at Catan.Zoë is at Catan.');
  expect(sent()).toEqual(['Mum', 'Zoë'].map((playerName) => ({ token: TOKEN, playerName })));
  act(() => void vi.advanceTimersByTime(2000));
  expect(location.pathname).toBe('/schedule');
});

it('sends everybody of a family, says who is checked in, and who is not and why, and stays with a way to the schedule', async () => {
  const { sent } = open({ mine: [rsvp('Mum'), rsvp('Zoë'), rsvp('Dad')], answer: inTurn });
  await waitFor(() => expect(all()).not.toBeNull());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.click(all() ?? document.body);
  const replies = [
    refusal(404, "No registration for 'Mum'")(),
    { body: { message: 'Zoë is at Catan.' } },
    refusal(429, 'Please ask the event staff.')(),
  ];
  for (const reply of replies) {
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    await answerNext(reply);
  }
  await vi.waitFor(() => screen.getByText('Dad: Please ask the event staff.'));
  screen.getByText("No registration for 'Mum'");
  screen.getByText('Zoë is at Catan.');
  expect(sent()).toEqual(['Mum', 'Zoë', 'Dad'].map((playerName) => ({ token: TOKEN, playerName })));
  act(() => void vi.advanceTimersByTime(60_000));
  expect(location.pathname).toBe('/check-in');
  const link = await vi.waitFor(() => screen.getByRole('link', { name: 'My schedule' }));
  expect(link.getAttribute('href')).toBe('/schedule?checked-in=catan');
});

it('offers no way to the schedule where nobody of a family is checked in', async () => {
  const { sent } = open({ mine: [rsvp('Mum'), rsvp('Zoë')], answer: refusal(404, 'No registration.') });
  await waitFor(() => expect(all()).not.toBeNull());
  await userEvent.click(all() ?? document.body);
  await screen.findByText('Zoë: No registration.');
  screen.getByText('Mum: No registration.');
  expect([sent().length, screen.getByRole('status').textContent]).toEqual([2, '']);
});

it('offers no press for all where one person of the phone waits', async () => {
  open({ mine: [rsvp('Mum', { checkedIn: true }), rsvp('Zoë')] });
  await waitFor(() => expect(choices()).toEqual(['Zoë', 'Someone else']));
  expect(all()).toBeNull();
});

it('keeps showing the prefilled name after the check-in', async () => {
  const mine = [rsvp('Zoë')];
  const { sent } = open({
    mine,
    answer: () => {
      mine.splice(0, 1, rsvp('Zoë', { checkedIn: true }));
      return { body: { message: 'Check-in successful!' }, touches: 'rsvps' };
    },
  });
  await waitFor(() => expect(field().value).toBe('Zoë'));
  await userEvent.click(button());
  await screen.findByText('Check-in successful!');
  expect(field().value).toBe('Zoë');
  expect(sent()).toEqual([{ token: TOKEN, playerName: 'Zoë' }]);
});

it('is disabled while pending and afterwards, announces the message, then opens the schedule', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let answer = (_: Reply) => {};
  const { sent } = open({ answer: () => new Promise<Reply>((resolve) => (answer = resolve)) });
  const status = screen.getByRole('status');
  expect(status.textContent).toBe('');
  await enter('Zoe');
  await waitFor(() => expect(button().textContent).toBe('CHECKING IN...'));
  expect(reason()).toBe('You are being checked in.');
  await userEvent.click(button());
  await act(async () => answer({ body: { message: "You're already checked in." } }));
  await waitFor(() => expect(status.textContent).toContain("You're already checked in."));
  expect(reason()).toBe('You are checked in.');
  fireEvent.click(button());
  expect(sent()).toHaveLength(1);
  expect(location.pathname).toBe('/check-in');
  await act(async () => vi.advanceTimersByTime(2000));
  expect(location.pathname + location.search).toBe('/schedule?checked-in=catan');
});

it.each([
  [
    'the server’s sentence',
    refusal(404, "No registration for 'Zoe' at Catan Open."),
    "No registration for 'Zoe' at Catan Open.",
  ],
  ['its own where there is none', () => ({ status: 502 }), 'Check-in failed. Please try again or see event staff.'],
  [
    'that there is no connection when the network is lost',
    () => {
      throw new TypeError('Failed to fetch');
    },
    'No connection. It is not certain that this was sent; what you typed is kept here.',
  ],
])('shows %s when it fails, and can be retried', async (_, fail, words) => {
  let fails = true;
  const { sent } = open({ answer: () => (fails ? fail() : { body: { message: '' } }) });
  await enter('Zoe');
  expect((await screen.findByText(words)).closest('[role=alert]')).not.toBeNull();
  expect(field().value).toBe('Zoe');
  fails = false;
  await userEvent.click(button());
  // Without a message from the server, the page shows its own.
  await screen.findByText('Check-in successful!');
  expect(screen.queryByText(words)).toBeNull();
  expect(sent()).toHaveLength(2);
});

it('shows hostile names as text', async () => {
  open({
    mine: [rsvp('<img src=x onerror=alert(1)>'), rsvp('עדי')],
    answer: refusal(404, "No registration for '<b>x</b>'"),
  });
  await screen.findByRole('button', { name: '<img src=x onerror=alert(1)>' });
  await enter('<b>x</b>');
  await screen.findByText("No registration for '<b>x</b>'");
  expect(document.querySelector('img, b')).toBeNull();
});

it('sends people to event staff while there is no connection', async () => {
  vi.useFakeTimers();
  open();
  await act(() => vi.advanceTimersByTimeAsync(0));
  act(reportFailure);
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  screen.getByText('Checking in here needs a connection. Event staff can check you in without one.');
});
