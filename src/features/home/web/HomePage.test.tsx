import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { unlocked } from '#features/access/web/state.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { HomePage } from '#features/home/web/HomePage.tsx';
import type { Rsvp } from '#features/rsvps/contract.ts';
import { request } from '#platform/web/api.ts';
import { reportFailure } from '#platform/web/connection.ts';
import { answerCalls, NOW, type Reply, renderInPage } from '#testing/page.tsx';
import { shownMatches } from '#testing/shown-bracket.ts';
import { shownEvent } from '#testing/shown-event.ts';
import { findDialog, userEvent } from '#testing/user-event.ts';

const catan = shownEvent();
const kart = shownEvent({
  id: 'kart',
  title: 'Kart Cup',
  eventType: 'video-game',
  location: 'Arcade Hall',
  startTime: '2025-11-14T20:00:00.000Z',
  tournamentType: 'double-elimination',
  status: 'in-progress',
  currentRegistrations: 16,
});
const minis = shownEvent({ id: 'minis', title: 'Paint minis', eventType: 'course', status: 'completed' });
const quiz = shownEvent({
  id: 'quiz',
  title: 'Quiz',
  googleDocUrl: 'https://sheet.example/q',
  currentRegistrations: 12,
});
const programme = [minis, kart, quiz, catan];

const mine: Rsvp = { id: 'r1', eventId: 'catan', playerName: 'Alex', checkedIn: false };

/** A server with one device's RSVPs and the events. */
const serve = (rsvps: Rsvp[], more: Record<string, () => Reply | Promise<Reply>> = {}, events = programme) =>
  answerCalls({
    'GET /api/rsvps/my': () => ({ body: rsvps }),
    'GET /api/events': () => ({ body: events }),
    ...more,
  });

const open = (at = '/', events: FestivalEvent[] | undefined = programme) =>
  renderInPage(<HomePage zone="America/New_York" />, { at, events });

const titles = () => screen.queryAllByRole('heading', { level: 4 }).map((heading) => heading.textContent);
const card = (title: string) => {
  const found = screen.getAllByRole('article').find((one) => within(one).queryByRole('link', { name: title }));
  if (found === undefined) throw new Error(`No card ${title}`);
  return within(found);
};

it('the list is grouped by day, with completed events last', () => {
  serve([]);
  open();
  expect(screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual([
    'Thursday, Nov 13',
    'Friday, Nov 14',
    'Finished',
  ]);
  expect(titles()).toEqual(['Quiz', 'Catan Open', 'Kart Cup', 'Paint minis']);
});

it('the list shows all facts of an event on its card', () => {
  serve([]);
  open();
  const kartCard = card('Kart Cup');
  for (const text of ['Video game', 'Double elimination', 'LIVE', 'Nov 14, 2025', '16 / 16', 'FULL', 'Priya']) {
    expect(kartCard.getAllByText(text).length).toBeGreaterThan(0);
  }
  kartCard.getByText(/3:00 PM/);
  kartCard.getByText(/120 min/);
  kartCard.getByText(/Arcade Hall/);
  kartCard.getByText('Trade, build, betray.');
  kartCard.getByRole('meter', { name: '100% full' });
  card('Catan Open').getByText('OPEN');
  card('Quiz').getByText('ALMOST FULL');
});

it('the list gives each card the right button', async () => {
  serve([{ ...mine, eventId: 'quiz' }, mine]);
  open();
  await waitFor(() => card('Catan Open').getByRole('button', { name: 'REGISTERED' }));
  expect(card('Catan Open').getByRole('button', { name: 'REGISTERED' }).getAttribute('aria-disabled')).toBe('true');
  expect(card('Quiz').queryByRole('button', { name: /Add a person/ })).toBeNull();
  await userEvent.click(card('Catan Open').getByRole('button', { name: 'Add a person: Catan Open' }));
  const dialog = within(await findDialog('Register for Event'));
  expect(dialog.getByLabelText<HTMLInputElement>(/^Player Name/).value).toBe('');
  await userEvent.keyboard('{Escape}');
  expect(card('Kart Cup').getByRole('button', { name: 'FULL' }).getAttribute('aria-disabled')).toBe('true');
  const join = card('Quiz').getByRole('link', { name: 'JOIN EVENT' });
  expect([join.getAttribute('href'), join.getAttribute('target'), join.getAttribute('rel')]).toEqual([
    'https://sheet.example/q',
    '_blank',
    'noopener noreferrer',
  ]);
});

it('the list is searched and filtered, and writes both into the address without a history entry', async () => {
  serve([]);
  open();
  const steps = history.length;
  await userEvent.type(screen.getByLabelText('Search events'), 'BALLROOM');
  await waitFor(() => expect(location.search).toBe('?q=BALLROOM'));
  expect(titles()).toEqual(['Quiz', 'Catan Open', 'Paint minis']);
  await userEvent.selectOptions(screen.getByLabelText('Type of event'), 'Courses');
  expect([location.search, titles(), history.length]).toEqual(['?q=BALLROOM&type=course', ['Paint minis'], steps]);
});

it('the list shows what has seats, keeps that in the address, and takes it back', async () => {
  serve([]);
  open();
  const chip = screen.getByRole('button', { name: 'Has places' });
  await userEvent.click(chip);
  expect([location.search, chip.getAttribute('aria-pressed')]).toEqual(['?seats=yes', 'true']);
  expect(titles()).toEqual(['Quiz', 'Catan Open']);
  await userEvent.click(chip);
  expect([location.search, titles().length]).toEqual(['', 4]);
});

it('the list shows what has seats for several, also from an address', async () => {
  serve([]);
  open('/?seats=2');
  const choice = screen.getByLabelText<HTMLSelectElement>('Has places for');
  expect(choice.value).toBe('2');
  await userEvent.selectOptions(choice, 'for 6+');
  expect(location.search).toBe('?seats=6');
  await userEvent.selectOptions(choice, 'for 1');
  expect(location.search).toBe('?seats=yes');
});

it('the list ignores an address that asks for more seats than a visitor may take', () => {
  serve([]);
  open('/?seats=7');
  expect(screen.getByRole('button', { name: 'Has places' }).getAttribute('aria-pressed')).toBe('false');
});

it('the list shows what fits this device’s schedule, once it has one', async () => {
  serve([{ ...mine, eventId: 'quiz' }]);
  open();
  const chip = screen.getByRole('button', { name: 'Fits my schedule' });
  expect(chip.getAttribute('aria-disabled')).toBe('true');
  await waitFor(() => expect(chip.getAttribute('aria-disabled')).toBeNull());
  await userEvent.click(chip);
  expect(location.search).toBe('?fits=mine');
  // Catan is at the same time as the quiz.
  expect(titles()).toEqual(['Kart Cup']);
});

it('the list says why nothing can be compared without a place', async () => {
  serve([]);
  open();
  await userEvent.click(screen.getByRole('button', { name: 'Fits my schedule' }));
  await screen.findByText(/This phone has no place in any event yet/);
  expect(location.search).toBe('');
});

it('the list shows what lies within a stretch of time, and takes it back', async () => {
  serve([]);
  open('/?fits=20251114T1900Z-20251114T2300Z');
  expect(titles()).toEqual(['Kart Cup']);
  await userEvent.click(screen.getByRole('button', { name: 'Fits 2:00–6:00 PM' }));
  expect([location.search, titles().length]).toEqual(['', 4]);
});

it('the list is rendered from a shared address, follows Back, and ignores an unknown type', async () => {
  serve([]);
  open('/?q=kart&type=nonsense');
  expect(titles()).toEqual(['Kart Cup']);
  history.replaceState(null, '', '/?q=quiz');
  dispatchEvent(new PopStateEvent('popstate'));
  await waitFor(() => expect(titles()).toEqual(['Quiz']));
});

it('the list says when nothing matches, with a button to show everything', async () => {
  serve([]);
  open('/?q=zzz&type=course&seats=yes');
  screen.getByText('No events found');
  await userEvent.click(screen.getByRole('button', { name: 'Show all events' }));
  await waitFor(() => expect(location.search).toBe(''));
  expect(titles()).toHaveLength(4);
});

it('the list shows six placeholders while loading', () => {
  serve([]);
  const { container } = renderInPage(<HomePage zone="America/New_York" />);
  expect(container.querySelectorAll('.skeleton')).toHaveLength(6);
});

it('the details open from the card, put the event into the address and remove it when closed', async () => {
  serve([]);
  open('/?q=catan');
  await userEvent.click(screen.getByRole('link', { name: 'Catan Open' }));
  const dialog = within(await findDialog('Catan Open'));
  expect(location.search).toBe('?q=catan&event=catan');
  for (const text of ['Nov 13, 2025', '3:00–5:00 PM · 120 min', 'Ballroom A', 'Priya', '4 / 16', '25% full']) {
    dialog.getByText(text);
  }
  dialog.getByText('12 spots remaining');
  dialog.getByRole('button', { name: 'RSVP' });
  await userEvent.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(location.search).toBe('?q=catan');
});

it('the details open from a link, with LIVE and FULL', async () => {
  serve([]);
  open('/?event=kart');
  const dialog = within(await findDialog('Kart Cup'));
  dialog.getByText('LIVE');
  dialog.getByText('0 spots remaining');
  dialog.getByRole('button', { name: 'FULL' });
});

it('the details count the seats of a drawn event without saying that it is open', async () => {
  serve([]);
  open('/?event=catan', [shownEvent({ bracketDrawn: true })]);
  const dialog = within(await findDialog('Catan Open'));
  dialog.getByRole('button', { name: 'Started: look at the bracket' });
  dialog.getByText('12 spots remaining');
  expect(dialog.queryByText('OPEN')).toBeNull();
});

it('the details say that an event was not found, but only after a second: the page may be older than the link', async () => {
  vi.useFakeTimers({ now: Date.parse(NOW), toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  serve([]);
  open('/?event=gone');
  for (let turn = 0; turn < 50; turn += 1) await act(() => new Promise<void>((done) => setImmediate(done)));
  expect(screen.queryByRole('dialog')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  vi.useRealTimers();
  const dialog = within(await findDialog('Event not found'));
  await userEvent.click(dialog.getByRole('button', { name: 'Browse events' }));
  expect(location.search).toBe('');
});

it('the details say that an event is not on this phone yet while there is no connection', async () => {
  const lost = () => {
    throw new TypeError('Failed to fetch');
  };
  serve([], { 'GET /api/rsvps/my': lost, 'GET /api/events': lost, 'GET /api/open-games': lost });
  reportFailure();
  open('/?event=new');
  await screen.findByText('This phone doesn’t have this event yet. Connect to see it.');
});

it('the details: name what this device has a place in at the same time', async () => {
  serve([{ ...mine, eventId: 'quiz' }]);
  open('/?event=catan');
  await screen.findByText('You are in Quiz until 5:00 PM.');
  act(() => history.pushState(null, '', '/?event=kart'));
  await findDialog('Kart Cup');
  expect(screen.queryByText(/^You are in/)).toBeNull();
});

it('the details offer to cancel, with a confirmation, and to add another person', async () => {
  const rsvps = [mine];
  const heard = serve(rsvps, {
    'DELETE /api/rsvps/r1': () => {
      rsvps.length = 0;
      return { status: 204, touches: 'events,rsvps' };
    },
  });
  open('/?event=catan');
  const dialog = within(await findDialog('Catan Open'));
  await dialog.findByRole('button', { name: 'A place for another person' });
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel my place: Alex, Catan Open' }));
  expect(heard.filter(({ call }) => call.startsWith('DELETE'))).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Yes, cancel it' }));
  await screen.findByText('Place cancelled');
  await dialog.findByRole('button', { name: 'RSVP' });
  expect(dialog.queryByRole('button', { name: 'A place for another person' })).toBeNull();
});

describe('registering', () => {
  const openForm = async () => {
    await userEvent.click(card('Catan Open').getByRole('button', { name: 'RSVP' }));
    const form = within(await findDialog('Register for Event'));
    await userEvent.type(form.getByLabelText(/^Player Name/), 'Alex');
    return form;
  };

  it('says so when the event is deleted while its form is open', async () => {
    let events = programme;
    serve([], { 'GET /api/events': () => ({ body: events }), 'DELETE /api/rsvps/r1': () => ({ touches: 'events' }) });
    open();
    await openForm();
    events = [minis, kart, quiz];
    await act(() => request('DELETE /api/rsvps/r1'));
    await screen.findByText('This event is not in the programme any more.');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('says so of the form of its waiting list, and does not open it again when the deletion is undone', async () => {
    const full = shownEvent({ currentRegistrations: 16 });
    let events = [full, quiz];
    serve([], {
      'GET /api/events': () => ({ body: events }),
      'GET /api/waiting/my': () => ({ body: [] }),
      'DELETE /api/rsvps/r1': () => ({ touches: 'events' }),
    });
    open('/', events);
    await userEvent.click(card('Catan Open').getByRole('button', { name: 'Join waiting list' }));
    await findDialog('Join Waiting List');
    events = [quiz];
    await act(() => request('DELETE /api/rsvps/r1'));
    await screen.findByText('This event is not in the programme any more.');
    events = [full, quiz];
    await act(() => request('DELETE /api/rsvps/r1'));
    await waitFor(() => expect(titles()).toContain('Catan Open'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('names the event in the toast of a refusal that comes after its form was closed', async () => {
    const refused = Promise.withResolvers<Reply>();
    serve([], { 'POST /api/rsvps': () => refused.promise });
    open();
    await userEvent.click((await openForm()).getByRole('button', { name: 'Confirm' }));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    refused.resolve({ status: 409, body: { code: 'EVENT_OVER', message: 'This event has just ended.' } });
    const toast = await screen.findByText('This event has just ended.');
    expect(toast.closest('li')?.textContent).toMatch(/^Catan Open/);
  });
});

it.each([
  ['catan', 1],
  ['minis', 0],
])('a place in %s, of which minis is over, can be cancelled by %i buttons', async (eventId, buttons) => {
  serve([{ ...mine, eventId }]);
  open(`/?event=${eventId}`);
  const places = within(await screen.findByRole('region', { name: 'Places of this device' }));
  expect(places.queryAllByRole('button', { name: /^Cancel my place/ })).toHaveLength(buttons);
});

it('lists only the places of the open event', async () => {
  serve([mine, { ...mine, id: 'r2', eventId: 'quiz', playerName: 'Robin' }]);
  open('/?event=catan');
  const places = await screen.findByRole('region', { name: 'Places of this device' });
  expect(within(places).getAllByRole('listitem')).toHaveLength(1);
  within(places).getByText('Alex');
});

it('admin mode shows Create New Event', async () => {
  serve([]);
  open();
  expect(screen.queryByRole('button', { name: 'Create New Event' })).toBeNull();
  unlocked();
  await userEvent.click(await screen.findByRole('button', { name: 'Create New Event' }));
  await findDialog('Create New Event');
});

describe('a bracket', () => {
  const drawn = { ...kart, bracketDrawn: true };
  const matches = shownMatches(['Priya', 'Jo']).map((match) => ({ ...match, eventId: 'kart' }));

  it('opens from the details, has its own address, and closing it leads back', async () => {
    serve([], { 'GET /api/matches?eventId=kart': () => ({ body: matches }) }, [drawn]);
    open('/?event=kart', [drawn]);
    await userEvent.click(await screen.findByRole('button', { name: 'Bracket' }));
    await screen.findByText('Winners final: Priya against Jo, ready now.');
    expect(location.search).toBe('?event=kart&view=bracket');
    await userEvent.keyboard('{Escape}');
    await screen.findByText('Host');
    expect(location.search).toBe('?event=kart');
  });

  it('has no button before it is drawn, and says so at its address', async () => {
    serve([], { 'GET /api/matches?eventId=kart': () => ({ body: [] }) }, [kart]);
    open('/?event=kart', [kart]);
    await screen.findByText('Host');
    expect(screen.queryByRole('button', { name: 'Bracket' })).toBeNull();
    act(() => history.pushState(null, '', '/?event=kart&view=bracket'));
    await screen.findByText('No bracket yet');
  });
});
