import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls, renderInPage } from '#testing/page.tsx';
import { shownEvent } from '#testing/shown-event.ts';
import { userEvent } from '#testing/user-event.ts';
import type { FestivalEvent } from '../contract.ts';
import { NeedsAttention } from './NeedsAttention.tsx';

/** The page's clock stands at 1 PM. */
const ONE = '2025-11-13T18:00:00.000Z';
const rows = (events: readonly FestivalEvent[]) => {
  renderInPage(<NeedsAttention events={events} warnings={[]} zone="America/New_York" />, { admin: true });
  return screen.getAllByRole('listitem').map((row) => row.textContent);
};

it('completes the events of an earlier day in one press, and leaves those that give points or are undecided to a look each', async () => {
  const started = { startTime: '2025-11-12T18:00:00.000Z', status: 'in-progress' } as const;
  const heard = answerCalls({
    'PATCH /api/events/a/status': () => ({ body: shownEvent({ id: 'a' }) }),
    'PATCH /api/events/b/status': () => ({ body: shownEvent({ id: 'b' }) }),
  });
  const [day, points, cup] = rows([
    shownEvent({ id: 'a', title: 'Azul', ...started }),
    shownEvent({ id: 'b', title: 'Bingo', ...started, status: 'upcoming', location: 'Elsewhere' }),
    shownEvent({ id: 'c', title: 'Chess', ...started, points: { places: [5], takingPart: 0 }, location: 'Third' }),
    shownEvent({ id: 'd', title: 'Duel', ...started, tournamentType: 'single-elimination', location: 'Fourth' }),
  ]);
  expect(day).toMatch(/^2 events of yesterday should have ended and are not completed\.All are over$/);
  expect([points, cup]).toEqual([expect.stringContaining('Chess'), expect.stringContaining('Duel')]);
  await userEvent.click(screen.getByRole('button', { name: 'All are over' }));
  await screen.findByText('Events Completed');
  expect(heard.map(({ call, body }) => [call, body])).toEqual([
    ['PATCH /api/events/a/status', { status: 'completed' }],
    ['PATCH /api/events/b/status', { status: 'in-progress' }],
    ['PATCH /api/events/b/status', { status: 'completed' }],
  ]);
});

it('says when a late tournament really starts', () => {
  const cup = shownEvent({ title: 'Cup', tournamentType: 'single-elimination', startTime: ONE, lateMinutes: 25 });
  expect(rows([cup])[0]).toContain('Cup starts at 1:25 PM, about 25 min late, and has no bracket yet.');
});

it('names the times at which a late event and the next in its room really clash', () => {
  const late = shownEvent({ id: 'a', title: 'First', startTime: ONE, duration: 60, lateMinutes: 25 });
  const next = shownEvent({ id: 'b', title: 'Next', startTime: '2025-11-13T19:00:00.000Z', duration: 60 });
  expect(rows([late, next])[0]).toContain('First (now 1:25–2:25 PM, about 25 min late) and Next (2:00–3:00 PM).');
});

it('puts tournaments without a bracket into one line, each title the way to its draw', () => {
  const cup = (id: string) =>
    shownEvent({ id, title: id, location: id, startTime: ONE, tournamentType: 'single-elimination' });
  expect(rows([cup('Uno'), cup('Go')])).toEqual([
    '2 tournaments have no bracket yet: Uno (at 1:00 PM), Go (at 1:00 PM). Draw each when everybody is checked in.',
  ]);
  expect(screen.getByRole('link', { name: 'Go' }).getAttribute('href')).toBe('/admin/events/Go?part=bracket');
});

it('puts full events with people who wait into one line, each title the way to its page', () => {
  const full = (id: string, waiting: number) => shownEvent({ id, title: id, location: id, startTime: ONE, waiting });
  expect(rows([full('Uno', 2), full('Go', 5)])).toEqual([
    '2 events are full, and people wait: Go (5), Uno (2). Raise the capacity to give them places.',
  ]);
  expect(screen.getByRole('link', { name: 'Uno' }).getAttribute('href')).toBe('/admin/events/Uno');
});

it('puts the clashes of a day into one line that leads to the plan of that day', () => {
  const at = (id: string, startTime: string) => shownEvent({ id, title: id, startTime, duration: 60 });
  const [friday, saturday] = ['2025-11-14T18:00:00.000Z', '2025-11-15T18:00:00.000Z'];
  const [first, second] = rows(
    ['A', 'B', 'C'].map((id) => at(id, friday)).concat([at('D', saturday), at('E', saturday)]),
  );
  expect(first).toContain('is booked twice on Friday, Nov 14: A (');
  expect(first).toContain('; and 1 more. Move one of them.');
  expect(second).toContain('is booked twice on Saturday, Nov 15: D (');
  const links = screen.getAllByRole('link', { name: 'Plan of that day' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/admin/events?view=plan&day=2025-11-14',
    '/admin/events?view=plan&day=2025-11-15',
  ]);
});

it('shows three of many, and all on demand; four need no button', async () => {
  const over = (count: number) =>
    Array.from({ length: count }, (_, n) =>
      shownEvent({
        ...{ id: `c${n}`, location: `Room ${n}`, startTime: '2025-11-13T14:00:00.000Z', duration: 60 },
        status: 'in-progress',
      }),
    );
  expect(rows(over(5))).toHaveLength(4);
  await userEvent.click(screen.getByRole('button', { name: 'Show 2 more' }));
  expect(screen.getAllByRole('listitem')).toHaveLength(5);
  screen.getByRole('region').remove();
  expect(rows(over(4))).toHaveLength(4);
  expect(screen.queryByRole('button', { name: /^Show/ })).toBeNull();
});
