import { expect, it } from 'vitest';
import type { FestivalEvent } from '#features/events/contract.ts';
import { newClashes } from '#features/events/rules/attention.ts';
import { shownEvent } from '#testing/shown-event.ts';
import { plannedBy, programmeDifference, shownChange, whyNotAsShown } from './difference.ts';
import { readProgramme } from './programme.ts';

const FULL = 'title,type,description,start,duration,location,host,capacity,link,tournament';
const SHORT = 'title,type,start,location,host';
/** As the table below has it, at 3 PM. */
const catan = shownEvent();
const AT = { now: '2025-11-13T18:00:00.000Z', zone: 'America/New_York' };
const difference = (csv: string, programme: FestivalEvent[] = [catan], apart?: number[]) =>
  programmeDifference(readProgramme(csv, AT.zone), programme, { ...AT, apart });
const changesOf = (csv: string, programme?: FestivalEvent[]) =>
  difference(csv, programme).changed.map((one) => [one.line, one.event.id, one.change]);

it('a row of an event changes what differs, and nothing where its cells are empty', () => {
  const row = 'CATAN open,video,,2025-11-13 15:00,,Deck,Bo,,,double';
  expect(changesOf(`${FULL}\n${row}`)).toEqual([
    [
      2,
      'catan',
      {
        ...{ title: 'CATAN open', eventType: 'video-game', tournamentType: 'double-elimination' },
        ...{ location: 'Deck', host: 'Bo' },
      },
    ],
  ]);
  const same = 'Catan Open,board,,2025-11-13 15:00,,Ballroom A,Priya,,,';
  expect(difference(`${FULL}\n${same}`)).toMatchObject({ added: [], changed: [], unchanged: 1, untouched: [] });
});

it('a row of an event empties what may be empty where it has the id of the event, and the column', () => {
  const full = { ...catan, googleDocUrl: 'https://docs.example/a', tournamentType: 'single-elimination' as const };
  const row = 'Catan Open,board,,2025-11-13 15:00,,Ballroom A,Priya,,,';
  const emptied = { description: '', googleDocUrl: null, tournamentType: null };
  expect(changesOf(`id,${FULL}\ncatan,${row}`, [full])).toEqual([[2, 'catan', emptied]]);
  expect(changesOf(`id,${FULL}\n7,${row}`, [full])).toEqual([]);
  expect(changesOf(`id,${SHORT}\ncatan,Catan Open,board,2025-11-13 15:00,Ballroom A,Priya`, [full])).toEqual([]);
  const drawn = { ...full, bracketDrawn: true };
  expect(difference(`id,${FULL}\ncatan,${row}`, [drawn]).problems.map(({ field }) => field)).toEqual(['tournament']);
});

it('a row of an event changes its points, shows them in words, and takes them away where the columns are empty', () => {
  const points = { places: [10, 5], takingPart: 1 };
  const programme = [{ ...catan, points }];
  const row = 'catan,Catan Open,board,2025-11-13 15:00,Ballroom A,Priya';
  const header = `id,${SHORT},points,taking part`;
  expect(changesOf(`${header}\n${row},"10, 5",1`, programme)).toEqual([]);
  expect(changesOf(`id,${SHORT}\n${row}`, programme)).toEqual([]);
  expect(changesOf(`${header}\n${row},,`, programme)).toEqual([[2, 'catan', { points: null }]]);
  const [changed] = difference(`${header}\n${row},"20, 8",1`, programme).changed;
  if (changed === undefined) throw new Error('changes nothing');
  const was = '10, 5 by place, 1 for taking part';
  expect(shownChange(changed).changes).toEqual([{ field: 'points', was, is: '20, 8 by place, 1 for taking part' }]);
});

it('a row of an event changes nothing that has no column', () => {
  const programme = [{ ...catan, googleDocUrl: 'https://docs.example/a', capacity: 40 }];
  expect(changesOf(`${SHORT}\nCatan Open,board,2025-11-13 15:00,Deck,Priya`, programme)).toEqual([
    [2, 'catan', { location: 'Deck' }],
  ]);
});

it('a row of an event is matched by room first where several have both', () => {
  const other = { ...catan, id: 'other', location: 'Deck' };
  const rows = ['Catan Open,board,2025-11-13 15:00,deck,Ann', 'Catan Open,board,2025-11-13 15:00,Bar,Priya'];
  expect(changesOf([SHORT, ...rows].join('\n'), [catan, other])).toEqual([
    [2, 'other', { location: 'deck', host: 'Ann' }],
    [3, 'catan', { location: 'Bar' }],
  ]);
});

it('a row of an event is a problem when several are in its room', () => {
  const programme = [catan, { ...catan, id: 'twin', location: 'ballroom  Á' }];
  const twins = 'Several events have this title, start and room. Say which by its id: download the programme as CSV.';
  const found = difference(`${SHORT}\nCatan Open,board,2025-11-13 15:00,Ballroom A,Ann`, programme);
  expect(found).toMatchObject({ changed: [], added: [], problems: [{ line: 2, field: 'location', message: twins }] });
});

it('a row of an event is a problem when people or a bracket stand in the way', () => {
  const held = { ...catan, tournamentType: 'double-elimination' as const, bracketDrawn: true };
  expect(difference(`${FULL}\nCatan Open,board,,2025-11-13 15:00,,Deck,Bo,3,,single`, [held]).problems).toEqual([
    { line: 2, field: 'capacity', message: "4 people have places already, so the capacity can't be 3." },
    {
      line: 2,
      field: 'tournament',
      message: 'The bracket of this event is already drawn, so its tournament type stays.',
    },
  ]);
});

it('adds what is new, and leaves alone what the table does not have', () => {
  const csv = `${SHORT}\nCatan,board,2025-11-14 15:00,Deck,Bo\nUno,card,2025-11-13 15:00,Deck,Bo`;
  const { added, changed, untouched, questions } = difference(csv);
  expect(added.map(({ line }) => line)).toEqual([2, 3]);
  expect([changed, untouched, questions]).toEqual([[], [catan], []]);
});

it('asks about a line that may be an event without one, and adds it as new when it is not', () => {
  const csv = `${SHORT}\nCatan Open,board,2025-11-14 15:00,Deck,Bo`;
  const { added, changed, questions } = difference(csv, [catan], []);
  expect(questions.map(({ row, event, isSame }) => [row.line, event.id, isSame])).toEqual([[2, 'catan', true]]);
  expect([added, changed.map(({ change }) => change)]).toEqual([
    [],
    [{ startTime: '2025-11-14T20:00:00.000Z', location: 'Deck', host: 'Bo' }],
  ]);
  const apart = difference(csv, [catan], [2]);
  expect(apart).toMatchObject({
    added: [{ line: 2 }],
    changed: [],
    untouched: [catan],
    questions: [{ isSame: false }],
  });
});

it('takes a line as the event only if it has its day or room, or a new title, before an organiser has decided', () => {
  const isSame = (cells: string) => difference(`${SHORT}\n${cells}`).questions.map((question) => question.isSame);
  // Half past midnight is the night of the first day.
  expect(isSame('Catan Open,board,2025-11-14 00:30,Deck,Bo')).toEqual([true]);
  expect(isSame('Catan Open,board,2025-11-14 15:00,ballroom a,Bo')).toEqual([true]);
  expect(isSame('Catan Closed,board,2025-11-13 15:00,Ballroom A,Bo')).toEqual([true]);
  expect(isSame('Catan Open,board,2025-11-14 15:00,Deck,Priya')).toEqual([false]);
  expect(difference(`${SHORT}\nCatan Open,board,2025-11-14 15:00,Deck,Priya`)).toMatchObject({
    added: [{ line: 2 }],
    changed: [],
    untouched: [catan],
  });
});

it('counts a seat that is lent to one person as Edit does', () => {
  const read = readProgramme(
    `${SHORT},capacity\nCatan Open,board,2025-11-13 15:00,Ballroom A,Priya,3`,
    'America/New_York',
  );
  const problemsWith = (lent: number) =>
    programmeDifference(read, [catan], { ...AT, lent: new Map([['catan', lent]]) }).problems;
  expect([problemsWith(0).length, problemsWith(1)]).toEqual([1, []]);
});

it('has no change in a capacity with or without the seats that are lent', () => {
  const changes = (capacity: number) =>
    programmeDifference(
      readProgramme(`${SHORT},capacity\nCatan Open,board,2025-11-13 15:00,Ballroom A,Priya,${capacity}`, AT.zone),
      [catan],
      { ...AT, lent: new Map([['catan', 2]]) },
    ).changed.map(({ change }) => change);
  expect([14, 15, 16, 17].map(changes)).toEqual([[], [{ capacity: 15 }], [], [{ capacity: 17 }]]);
});

it('tells those with a place and in line of a new title, time or room only', () => {
  const toldOf = (cells: string) =>
    difference(`${SHORT}\n${cells}`, [{ ...catan, waiting: 2 }]).changed.map((change) => shownChange(change, 3).told);
  expect(toldOf('Catan Open,board,2025-11-13 15:00,Deck,Priya')).toEqual([3]);
  expect(toldOf('Catan Open,board,2025-11-13 15:00,Ballroom A,Bo')).toEqual([0]);
});

it('plans the programme with the changes and the new events', () => {
  const found = difference(`${SHORT}\nCatan Open,board,2025-11-13 15:00,Deck,Priya\nUno,card,2025-11-13 15:00,Deck,Bo`);
  const planned = plannedBy(found, [catan]);
  expect(planned.map(({ id, location }) => [id, location])).toEqual([
    ['catan', 'Deck'],
    ['line 3', 'Deck'],
  ]);
  const clashes = newClashes([catan], planned, { now: '2025-11-13T18:00:00.000Z', most: 9 });
  expect(clashes.map((pair) => pair.map(({ id }) => id))).toEqual([['catan', 'line 3']]);
});

it('shows long texts by their beginning, never half a character', () => {
  const description = `${'x'.repeat(199)}😀`;
  const [changed] = difference(
    `${FULL}\nCatan Open,board,${description},2025-11-13 15:00,,Ballroom A,Priya,,,`,
  ).changed;
  if (changed === undefined) throw new Error('nothing changed');
  expect(shownChange(changed).changes).toEqual([
    { field: 'description', was: 'Trade, build, betray.', is: `${'x'.repeat(199)}\ufffd…` },
  ]);
});

it('refuses a change that was not shown, or shown of an earlier revision', () => {
  const found = difference(`${SHORT}\nCatan Open,board,2025-11-13 15:00,Deck,Priya`);
  const code = (...seen: { id: string; revision: number; line?: number }[]) =>
    whyNotAsShown(found, { seen, apart: [] })?.code ?? null;
  expect([code({ id: 'catan', revision: 1 }), code({ id: 'catan', revision: 1, line: 2 })]).toEqual([null, null]);
  expect(code({ id: 'catan', revision: 1, line: 3 })).toBe('CHANGED_MEANWHILE');
  expect(code()).toBe('CHANGED_MEANWHILE');
  expect(code({ id: 'catan', revision: 2 })).toBe('CHANGED_MEANWHILE');
  expect(code({ id: 'catan', revision: 1 }, { id: 'gone', revision: 1 })).toBe('CHANGED_MEANWHILE');
});

it('refuses to add a line that was not shown as new', () => {
  const found = difference(`${SHORT}\nUno,card,2025-11-13 15:00,Deck,Bo`);
  const code = (added?: number[]) => whyNotAsShown(found, { seen: [], added, apart: [] })?.code ?? null;
  expect([code(), code([2]), code([2, 3])]).toEqual([null, null, null]);
  expect([code([]), code([3])]).toEqual(['CHANGED_MEANWHILE', 'CHANGED_MEANWHILE']);
});
