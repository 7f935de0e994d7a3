import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { FestivalEvent } from '#features/events/contract.ts';
import { answerCalls, type Reply, renderInPage } from '#testing/page.tsx';
import { shownEvent } from '#testing/shown-event.ts';
import { userEvent } from '#testing/user-event.ts';
import type { Rsvp } from '../contract.ts';
import { SchedulePage } from './SchedulePage.tsx';

const catan = shownEvent();
const karaoke = shownEvent({
  id: 'karaoke',
  title: 'Karaoke',
  eventType: 'course',
  gameType: null,
  startTime: '2025-11-14T05:30:00.000Z',
});
const kart = shownEvent({
  id: 'kart',
  title: 'Kart Cup',
  eventType: 'video-game',
  gameType: 'video',
  startTime: '2025-11-14T20:00:00.000Z',
});
const place = (id: string, eventId: string, more: Partial<Rsvp> = {}): Rsvp => ({
  id,
  eventId,
  playerName: 'Alex',
  checkedIn: false,
  ...more,
});

/** The page without what the app adds to it. */
const PLAIN = {
  zone: 'America/New_York',
  next: () => null,
  changed: () => null,
  offer: () => null,
  called: null,
  tools: null,
  fitAddress: () => '/',
  join: null,
  more: null,
  owns: false,
  changes: { news: null, cancelled: null },
};

type Scene = { replies?: Record<string, () => Reply>; at?: string; events?: FestivalEvent[]; page?: object };
const open = (mine: Rsvp[] | (() => Reply), { replies = {}, at = '/schedule', events, page }: Scene = {}) => {
  answerCalls({ 'GET /api/rsvps/my': typeof mine === 'function' ? mine : () => ({ body: mine }), ...replies });
  return renderInPage(<SchedulePage {...PLAIN} {...page} />, { at, events: events ?? [kart, catan, karaoke] });
};
const titles = () => screen.queryAllByRole('heading', { level: 3 }).map((heading) => heading.textContent);

it('shows my places day by day, soonest first, with their badges', async () => {
  const rsvps = [place('1', 'kart'), place('2', 'catan', { checkedIn: true }), place('3', 'karaoke')];
  open(rsvps);
  await waitFor(() => expect(titles()).toEqual(['Catan Open', 'Karaoke', 'Kart Cup']));
  const days = screen.getAllByRole('region');
  expect(days.map((day) => day.getAttribute('aria-label'))).toEqual([
    ...['Next', 'Thursday, Nov 13', 'Friday, Nov 14'],
  ]);
  const [first, second, third] = screen.getAllByRole('article').map((one) => within(one));
  first?.getByText('BOARD');
  first?.getByText('CHECKED IN');
  first?.getByText('Thursday, Nov 13 · 3:00–5:00 PM');
  first?.getByText('Trade, build, betray.');
  expect(first?.queryByRole('button')).toBeNull();
  second?.getByText('COURSE');
  third?.getByText('VIDEO');
  expect(third?.queryByText('CHECKED IN')).toBeNull();
  expect(screen.queryByText('Player:')).toBeNull();
});

it.each([
  [true, ['Line', 'Reminders', 'Print']],
  [false, ['Line']],
])('begins without places with where people wait; it offers reminders there: %j', async (owns, buttons) => {
  open([], {
    page: { owns, tools: <button type="button">Reminders</button>, more: <button type="button">Line</button> },
  });
  await screen.findByText("You haven't registered for any events yet");
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(buttons);
  const heading = screen.getByText("You haven't registered for any events yet");
  expect(screen.getByText('Line').compareDocumentPosition(heading)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it('says with the page that a device which never held anything has no places', () => {
  open(() => new Promise<Reply>(() => undefined) as never);
  const nothing = screen.getByText("You haven't registered for any events yet");
  expect(nothing.closest('[class*="in-[:root:not([data-mine])]:grid"]')).not.toBeNull();
  const loading = screen.getByText('Loading your schedule');
  expect(loading.closest('[class*="in-[:root:not([data-mine])]:hidden"]')).not.toBeNull();
});

it('begins with what is called and what is next, then the tools and what changed', async () => {
  open([place('1', 'catan'), place('2', 'kart')], {
    page: {
      called: <p>Table 4 now</p>,
      tools: <button type="button">Reminders</button>,
      changes: { news: <p>News</p>, cancelled: null },
    },
  });
  await screen.findByText('News');
  const order = ['Table 4 now', 'Catan Open', 'Reminders', 'News', 'Kart Cup'].map((words) => screen.getByText(words));
  for (const [index, one] of order.slice(1).entries())
    expect(order[index]?.compareDocumentPosition(one)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it('begins with the first event of a later day, then the tools and the rest of that day', async () => {
  const late = { ...kart, id: 'late', title: 'Late Cup', startTime: '2025-11-15T01:00:00.000Z' };
  open([place('2', 'kart'), place('3', 'late')], {
    events: [kart, late],
    page: { tools: <button type="button">Reminders</button> },
  });
  const order = (await screen.findAllByText(/^(Kart Cup|Reminders|Late Cup)$/)).map(({ textContent }) => textContent);
  expect(order).toEqual(['Kart Cup', 'Reminders', 'Late Cup']);
  expect(screen.getAllByRole('region', { name: 'Friday, Nov 14' })).toHaveLength(1);
});

it('shows an event once when two people of the device go, with the state of each', async () => {
  const changed = () => <p>Moved to the Library</p>;
  const rsvps = [place('1', 'catan', { checkedIn: true }), place('2', 'catan', { playerName: 'Sam' })];
  open(rsvps, { page: { changed, next: (_: FestivalEvent, { playerName }: Rsvp) => `next of ${playerName}` } });
  await screen.findByText('Sam');
  expect(screen.getAllByText('Player:')).toHaveLength(2);
  expect(titles()).toEqual(['Catan Open']);
  expect(screen.getAllByText('Moved to the Library')).toHaveLength(1);
  expect(screen.getAllByText('CHECKED IN')).toHaveLength(1);
  screen.getByRole('button', { name: 'Cancel Sam’s place: Catan Open' });
  expect(screen.queryByRole('button', { name: /place: Alex/ })).toBeNull();
  expect(screen.getByRole('article').textContent).toMatch(/next of Alex.*next of Sam/);
});

it('does not offer to cancel a place in an event that is over', async () => {
  open([place('1', 'catan')], { events: [{ ...catan, status: 'completed' }] });
  await screen.findByText('Catan Open');
  expect(screen.queryByRole('button', { name: /^Cancel/, hidden: true })).toBeNull();
});

it('folds a long description until More is pressed', async () => {
  open([place('1', 'catan')], { events: [{ ...catan, description: 'Trade, build, betray. '.repeat(9) }] });
  const more = await screen.findByRole('button', { name: 'More' });
  expect(screen.getByText(/^Trade/).className).toContain('line-clamp-2');
  await userEvent.click(more);
  expect(screen.getByText(/^Trade/).className).not.toContain('line-clamp');
  expect(screen.getByRole('button', { name: 'Less' })).toBe(more);
});

it('asks for confirmation before a place is cancelled', async () => {
  const rsvps = [place('1', 'catan')];
  const cancelled = () => {
    rsvps.length = 0;
    return { status: 204, touches: 'events,rsvps' };
  };
  open(rsvps, { replies: { 'DELETE /api/rsvps/1': cancelled, 'GET /api/events': () => ({ body: [catan] }) } });
  const cancel = { name: 'Cancel my place: Alex, Catan Open' };
  await userEvent.click(await screen.findByRole('button', cancel));
  expect(document.activeElement?.textContent).toBe('Keep my place');
  await userEvent.keyboard('{Enter}');
  await userEvent.click(screen.getByRole('button', cancel));
  await userEvent.click(screen.getByRole('button', { name: 'Yes, cancel it' }));
  await screen.findByText("You haven't registered for any events yet");
  expect(document.activeElement?.id).toBe('main');
});

it.each([
  ['who gets it when somebody waits', { waiting: 1 }, /The first person on the waiting list gets it at once\.$/],
  [
    'that it takes nobody out of a drawn bracket',
    { bracketDrawn: true },
    /if Alex is in it, tell event staff too, or the next match waits\.$/,
  ],
])('says before a place is cancelled %s', async (_, said, words) => {
  open([place('1', 'catan')], { events: [{ ...catan, ...said }] });
  await userEvent.click(await screen.findByRole('button', { name: /^Cancel my place/ }));
  screen.getByText(words);
  expect(screen.queryByText(/Someone else can take it/)).toBeNull();
});

it.each([
  ['completed', { status: 'completed' }],
  ['past its end', { startTime: '2025-11-13T08:00:00.000Z' }],
] as const)('offers no cancellation of a place in an event that is %s', async (_, said) => {
  open([place('1', 'catan')], { events: [{ ...catan, ...said }] });
  await screen.findByRole('link', { name: 'Catan Open' });
  expect(screen.queryByRole('button', { name: /^Cancel my place/ })).toBeNull();
});

it('says when a place could not be cancelled, and keeps it', async () => {
  const busy = () => ({ status: 503, body: { code: 'BUSY', message: 'Too busy. Try again.' } });
  open([place('1', 'catan')], { replies: { 'DELETE /api/rsvps/1': busy } });
  await userEvent.click(await screen.findByRole('button', { name: /^Cancel my place/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Yes, cancel it' }));
  await screen.findByText('Too busy. Try again.');
  screen.getByRole('button', { name: /^Cancel my place/ });
});

it('shows three placeholders, then a link to the events when there is nothing', async () => {
  const { container } = open([]);
  expect(container.querySelectorAll('.skeleton')).toHaveLength(3);
  await screen.findByText("You haven't registered for any events yet");
  await userEvent.click(screen.getByRole('link', { name: 'Browse Events' }));
  expect(location.pathname).toBe('/');
});

it.each([
  ['empty', []],
  ['without that event', ['Karaoke']],
] as const)('after a check-in explains why it is %s, and what to do', async (_, others) => {
  open(
    others.map(() => place('1', 'karaoke')),
    { at: '/schedule?checked-in=catan' },
  );
  await screen.findByText('You’re checked in');
  screen.getByText(/^This phone doesn’t hold your registration.*open My schedule on the phone or computer/);
  expect(screen.queryByText("You haven't registered for any events yet")).toBeNull();
  expect(titles()).toEqual(others);
});

it('explains nothing when the phone holds the place', async () => {
  open([place('1', 'catan', { checkedIn: true })], { at: '/schedule?checked-in=catan' });
  await screen.findByText('CHECKED IN');
  expect(screen.queryByText('You’re checked in')).toBeNull();
});

it('says that it did not load and retries', async () => {
  let fails = true;
  open(() => (fails ? { status: 503 } : { body: [place('1', 'catan')] }));
  await screen.findByText('Your schedule didn’t load');
  fails = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(titles()).toEqual(['Catan Open']));
});

it('shows the next match of a place, and whose it is when there are several people', async () => {
  const told: unknown[] = [];
  const next = (event: FestivalEvent, rsvp: Rsvp, named: boolean) => {
    told.push([event.id, rsvp.id, named]);
    return <p>Next in {event.title}</p>;
  };
  open([place('1', 'kart'), place('2', 'catan', { playerName: 'Jo' })], { page: { next } });
  const [first, second] = (await screen.findAllByRole('article')).map((one) => within(one));
  first?.getByText('Next in Catan Open');
  second?.getByText('Next in Kart Cup');
  expect(told.slice(0, 2)).toEqual([
    ['catan', '2', true],
    ['kart', '1', true],
  ]);
});

it('marks cards that overlap, for the same person only', async () => {
  const chess = shownEvent({ id: 'chess', title: 'Chess', startTime: '2025-11-13T21:00:00.000Z' });
  const mine = [place('1', 'catan'), place('2', 'chess'), place('3', 'kart', { playerName: 'Sam' })];
  open(mine, { events: [chess, catan, kart] });
  await screen.findByText('Overlaps with Chess, 4:00 PM');
  screen.getByText('Overlaps with Catan Open, 3:00 PM');
  expect(screen.getAllByText(/^Overlaps/)).toHaveLength(2);
});

it('links free time to what fits', async () => {
  const fitAddress = ({ from, to }: { from: string; to: string }) => `/${from}/${to}`;
  open([place('1', 'catan'), place('2', 'karaoke')], { events: [catan, karaoke], page: { fitAddress } });
  await waitFor(() => expect(titles()).toEqual(['Catan Open', 'Karaoke']));
  expect(screen.getAllByRole('region').map((day) => day.getAttribute('aria-label'))).toEqual([
    'Next',
    'Thursday, Nov 13',
  ]);
  const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(link('What fits 1:00–3:00 PM')).toBe('/2025-11-13T18:00:00.000Z/2025-11-13T20:00:00.000Z');
  expect(link('What fits 5:00 PM–12:30 AM')).toBe('/2025-11-13T22:00:00.000Z/2025-11-14T05:30:00.000Z');
});
