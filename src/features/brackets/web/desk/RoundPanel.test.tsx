import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { FestivalEvent } from '#features/events/contract.ts';
import { answerCalls, NOW, renderInPage } from '#testing/page.tsx';
import { shownMatches } from '#testing/shown-bracket.ts';
import { shownEvent } from '#testing/shown-event.ts';
import { userEvent } from '#testing/user-event.ts';
import type { Entry } from '../../engine/state.ts';
import { RoundPanel } from './RoundPanel.tsx';

const SWISS = { tournamentType: 'swiss' } as const;
const ROUND: Entry = {
  kind: 'round',
  round: 1,
  matches: [
    [1, 3],
    [2, 4],
  ],
  bye: null,
};
const won = (match: string): Entry => ({ kind: 'winner', match, winner: 1 });
const person = (name: string, index: number) => ({ id: `rsvp-${index + 1}`, name });
const PEOPLE = ['Priya', 'Marcus', 'Lena', 'Jo'].map(person);
const [priya, marcus, lena, jo] = PEOPLE;
const PROPOSAL = {
  round: 2,
  isCut: false,
  bye: null,
  matches: [{ players: [priya, marcus] }, { players: [lena, jo] }],
};
const CALLS = {
  tables: [],
  callsByItself: false,
  matches: [],
  otherwise: [] as string[][],
  withoutMatch: [],
  fixedTables: [],
};

function open(entries: Entry[], said: Partial<FestivalEvent> = {}, otherwise: string[][] = []) {
  const heard = answerCalls({
    'GET /api/events/catan/calls': () => ({ body: { ...CALLS, otherwise } }),
    'POST /api/events/catan/rounds/proposal': () => ({ body: PROPOSAL }),
    'POST /api/events/catan/rounds': () => ({ body: [] }),
    'PUT /api/events/catan/round-clock': () => ({ body: null }),
    'DELETE /api/events/catan/rounds/1': () => ({ body: [] }),
    'DELETE /api/events/catan/rounds/2': () => ({ body: [] }),
  });
  const event = shownEvent({ ...SWISS, bracketDrawn: true, ...said });
  renderInPage(
    <RoundPanel
      event={event}
      matches={shownMatches(
        PEOPLE.map(({ name }) => name),
        entries,
        SWISS,
      )}
    />,
    { admin: true },
  );
  return () => heard.filter(({ call }) => !call.startsWith('GET')).map(({ call, body }) => [call, body]);
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('pairs the next round when this one is played, exchanges two people by two presses, and publishes', async () => {
  const sent = open([ROUND, won('R1-1'), won('R1-2')]);
  await press('Pair the next round');
  await screen.findByRole('region', { name: 'Proposed round' });
  await press('Marcus');
  screen.getByText('Now press the person who changes places with Marcus.');
  await press('Jo');
  expect(document.activeElement?.textContent).toBe('Marcus');
  await press('Publish');
  const matches = [
    ['rsvp-1', 'rsvp-4'],
    ['rsvp-3', 'rsvp-2'],
  ];
  await waitFor(() =>
    expect(sent().at(-1)).toEqual(['POST /api/events/catan/rounds', { round: 2, matches, bye: null }]),
  );
  await screen.findByText('Round 1 is played.');
});

it('waits for the last result, and takes a round without results back', async () => {
  const sent = open([ROUND]);
  screen.getByText('Round 1: 2 matches to play.');
  expect(screen.getByRole('button', { name: 'Pair the next round' }).getAttribute('aria-disabled')).toBe('true');
  await press('Take round 1 back');
  await waitFor(() => expect(sent()).toEqual([['DELETE /api/events/catan/rounds/1', undefined]]));
});

it('says what a correction would have paired otherwise', async () => {
  open([ROUND, won('R1-1')], {}, [['Priya', 'Lena']]);
  await screen.findByText('Round 1 stays as it is. With what was corrected since: Priya – Lena.');
  expect(screen.queryByRole('button', { name: 'Take round 1 back' })).toBeNull();
});

it('starts anew and extends the clock, and says when five minutes are left and when time is up', async () => {
  const minute = 60_000;
  const clock = (left: number) => ({ round: 1, endsAt: new Date(Date.parse(NOW) + left).toISOString(), left: null });
  const sent = open([ROUND], { roundClock: clock(5 * minute + 2_500), format: { minutes: 50 } });
  expect((await screen.findByRole('timer')).textContent).toMatch(/^Round 1: 5:0\d left$/);
  vi.setSystemTime(Date.parse(NOW) + 3_000);
  await screen.findByText('Round 1: five minutes left');
  vi.setSystemTime(Date.parse(NOW) + 6 * minute);
  await screen.findAllByText('Round 1: time is up');
  await press('Start anew');
  await press('Five minutes more');
  await waitFor(() => expect(sent().map(([, body]) => body)).toEqual([{ action: 'start' }, { action: 'more' }]));
});

it('offers to start a clock only where a round has minutes', async () => {
  const sent = open([ROUND], { format: { minutes: 50 } });
  await press('Start the clock');
  await waitFor(() => expect(sent()).toEqual([['PUT /api/events/catan/round-clock', { action: 'start' }]]));
});

it('pauses a clock that runs, and goes on with one that is paused', async () => {
  const left = { round: 1, endsAt: new Date(Date.parse(NOW) + 1_800_000).toISOString(), left: null };
  const sent = open([ROUND], { roundClock: left });
  await press('Pause');
  await waitFor(() => expect(sent()).toEqual([['PUT /api/events/catan/round-clock', { action: 'pause' }]]));
});

it('has no clock without minutes, and takes a knock-out back that has no result', async () => {
  const cut: Entry = { kind: 'round', round: 2, isCut: true, bye: null, matches: [[1, 2]] };
  const sent = open([ROUND, won('R1-1'), won('R1-2'), cut]);
  expect(screen.queryByRole('button', { name: 'Start the clock' })).toBeNull();
  await press('Take the knock-out back');
  await waitFor(() => expect(sent()).toEqual([['DELETE /api/events/catan/rounds/2', undefined]]));
});
