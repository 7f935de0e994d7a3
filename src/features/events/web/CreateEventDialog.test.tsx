import { cleanup, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { itSendsLikeEveryDialog, renderDialog } from '#testing/dialog.tsx';
import { answerCalls, type Reply, renderInPage } from '#testing/page.tsx';
import { shownEvent } from '#testing/shown-event.ts';
import { userEvent } from '#testing/user-event.ts';
import type { FestivalEvent } from '../contract.ts';
import { CreateEventDialog } from './CreateEventDialog.tsx';

const open = (reply: () => Reply, like?: FestivalEvent, events: FestivalEvent[] = []) => {
  const heard = answerCalls({ 'POST /api/events': reply, 'GET /api/events': () => ({ body: events }) });
  const onClose = vi.fn();
  renderInPage(<CreateEventDialog zone="America/New_York" like={like} onClose={onClose} />, { events, admin: true });
  return { sent: () => heard.filter(({ call }) => call.startsWith('POST')), closed: () => onClose.mock.calls.length };
};
const created = () => ({ status: 201, body: shownEvent(), touches: 'events' });
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`));
const press = () => userEvent.click(screen.getByRole('button', { name: 'Create Event' }));

const fill = async (startTime = '2025-11-14T18:00') => {
  await userEvent.type(field('Title'), ' Catan Open ');
  await userEvent.type(field('Location'), 'Ballroom A');
  await userEvent.type(field('Host'), 'Priya');
  fireEvent.change(field('Start Time'), { target: { value: startTime } });
};

it('starts with the defaults', () => {
  open(created);
  const values = ['Title', 'Event Type', 'Tournament Type', 'Duration', 'Capacity', 'Document Link'].map(
    (label) => field(label).value,
  );
  expect(values).toEqual(['', 'video-game', 'none', '60', '16', '']);
  expect([field('Duration').min, field('Duration').step, field('Capacity').min]).toEqual(['15', '15', '2']);
  expect(field('Document Link').type).toBe('url');
});

itSendsLikeEveryDialog('Create New Event', {
  open: () =>
    renderDialog((onClose) => <CreateEventDialog zone="America/New_York" onClose={onClose} />, {
      events: [],
      admin: true,
    }),
  // The start is sent in UTC, null for an empty field, and the default where no number was typed.
  fill: async () => {
    await fill();
    await userEvent.clear(field('Duration'));
    await userEvent.clear(field('Capacity'));
  },
  press: 'Create Event',
  busy: 'Creating...',
  call: 'POST /api/events',
  body: {
    title: 'Catan Open',
    eventType: 'video-game',
    description: '',
    startTime: '2025-11-14T23:00:00.000Z',
    duration: 60,
    location: 'Ballroom A',
    host: 'Priya',
    capacity: 16,
    googleDocUrl: null,
    tournamentType: null,
    points: null,
    format: null,
    releaseAfter: null,
    queue: false,
    questions: [],
    draft: false,
    lottery: false,
  },
  answer: created(),
  done: 'New event has been added successfully.',
  failed: 'Failed to create event. Please try again.',
  refusedField: ['host', /^Host/],
  hasKey: true,
});

it('asks for what is missing and sends nothing', async () => {
  const { sent } = open(created);
  await userEvent.type(field('Title'), '   ');
  await press();
  await screen.findByText('Missing Fields');
  screen.getByText('Please fill in all required fields.');
  const marked = ['Title', 'Start Time', 'Location', 'Host', 'Capacity'].filter(
    (label) => field(label).getAttribute('aria-invalid') === 'true',
  );
  expect([marked, sent()]).toEqual([['Title', 'Start Time', 'Location', 'Host'], []]);
});

it('refuses a time that daylight saving skips and suggests the next', async () => {
  const { sent } = open(created);
  await fill('2025-03-09T02:30');
  await press();
  await screen.findByText(
    'The start time is skipped when the clocks go forward. The next time that exists is 2025-03-09 03:00.',
  );
  expect(sent()).toEqual([]);
});

it('marks every wrong number and link at once, sends nothing, and starts at the first', async () => {
  const { sent } = open(created);
  await fill();
  for (const [label, value] of [
    ['Duration', '7'],
    ['Capacity', '10001'],
    ['Document Link', 'sheet'],
  ] as const) {
    fireEvent.change(field(label), { target: { value } });
  }
  await press();
  await screen.findByText('Check the marked fields.');
  for (const sentence of [
    'Duration must be 15 or more.',
    'Capacity must be 10,000 or less.',
    'Document link is not an http or https address.',
  ]) {
    screen.getByText(sentence);
  }
  expect([document.activeElement, sent()]).toEqual([field('Duration'), []]);
  fireEvent.change(field('Duration'), { target: { value: '15' } });
  expect([document.activeElement, field('Capacity').getAttribute('aria-invalid')]).toEqual([field('Duration'), 'true']);
});

it('names what is in the room then while the form is filled in, and sends it anyway', async () => {
  const booked = shownEvent({
    title: 'Chess',
    startTime: '2025-11-14T22:30:00.000Z',
    duration: 60,
    location: 'ballroom  a',
  });
  const { sent } = open(created, undefined, [booked]);
  await fill();
  expect(screen.getByText(/^Room taken/).textContent).toBe('Room taken (you can save anyway): 5:30–6:30 PM Chess');
  fireEvent.change(field('Start Time'), { target: { value: '2025-11-14T18:30' } });
  expect(screen.queryByText(/^Room taken/)).toBeNull();
  fireEvent.change(field('Start Time'), { target: { value: '2025-11-14T18:29' } });
  screen.getByText(/^Room taken/);
  await press();
  await screen.findByText('Event Created!');
  expect(sent()).toHaveLength(1);
});

it('sends an event whose answer was lost again with the same key after the form was closed', async () => {
  let isLost = true;
  const reply = () => {
    if (!isLost) return created();
    isLost = false;
    throw new TypeError('Failed to fetch');
  };
  const first = open(reply);
  await fill();
  await press();
  await screen.findByText(/^No connection\. It is not certain that this was sent; what you typed is kept here\.$/);
  await userEvent.keyboard('{Escape}');
  cleanup();
  const again = open(reply);
  await press();
  await expect.poll(again.closed).toBeGreaterThan(0);
  const keys = [first.sent()[0], again.sent().at(-1)].map((heard) => heard?.headers['idempotency-key']);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
  expect(again.sent().at(-1)?.body).toEqual(first.sent()[0]?.body);
});
