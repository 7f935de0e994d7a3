import { describe, expect, it } from 'vitest';
import type { FestivalEvent } from '#features/events/contract.ts';
import { atOnce } from '#platform/steps.ts';
import { shownEvent } from '#testing/shown-event.ts';
import { programmeDifference, shownChange, whyNotAsShown } from './difference.ts';
import { programmeInSteps } from './programme.ts';

const FULL = 'title,type,description,start,duration,location,host,capacity,link,tournament';
const SHORT = 'title,type,start,location,host';
/** As the table below has it, at 3 PM. */
const catan = shownEvent();
const difference = (csv: string, programme: FestivalEvent[] = [catan]) =>
  programmeDifference(atOnce(programmeInSteps(csv, 'America/New_York')), programme);
const changesOf = (csv: string, programme?: FestivalEvent[]) =>
  difference(csv, programme).changed.map((one) => [one.line, one.event.id, one.change]);

describe('a row with the title and start of an event', () => {
  it('changes what differs, and nothing where its cells are empty', () => {
    const row = 'CATAN open,video,,2025-11-13 15:00,,Deck,Bo,,,double';
    expect(changesOf(`${FULL}\n${row}`)).toEqual([
      [
        2,
        'catan',
        {
          title: 'CATAN open',
          eventType: 'video-game',
          tournamentType: 'double-elimination',
          location: 'Deck',
          host: 'Bo',
        },
      ],
    ]);
    const same = 'Catan Open,board,,2025-11-13 15:00,,Ballroom A,Priya,,,';
    expect(difference(`${FULL}\n${same}`)).toMatchObject({ added: [], changed: [], unchanged: 1, untouched: [] });
  });

  it('changes nothing that has no column', () => {
    const programme = [{ ...catan, googleDocUrl: 'https://docs.example/a', capacity: 40 }];
    expect(changesOf(`${SHORT}\nCatan Open,board,2025-11-13 15:00,Deck,Priya`, programme)).toEqual([
      [2, 'catan', { location: 'Deck' }],
    ]);
  });

  it('is matched by room first where several have both', () => {
    const other = { ...catan, id: 'other', location: 'Deck' };
    const rows = ['Catan Open,board,2025-11-13 15:00,deck,Ann', 'Catan Open,board,2025-11-13 15:00,Bar,Priya'];
    expect(changesOf([SHORT, ...rows].join('\n'), [catan, other])).toEqual([
      [2, 'other', { location: 'deck', host: 'Ann' }],
      [3, 'catan', { location: 'Bar' }],
    ]);
    expect(difference([SHORT, rows[1]].join('\n'), [catan, other]).problems).toEqual([
      {
        line: 2,
        field: 'location',
        message: 'Several events have this title and start, in other rooms. Change them one by one.',
      },
    ]);
  });

  it('is a problem when several are in its room', () => {
    const programme = [catan, { ...catan, id: 'twin', location: 'ballroom  Á' }];
    const twins = 'Several events have this title, start and room. Change them one by one.';
    const found = difference(`${SHORT}\nCatan Open,board,2025-11-13 15:00,Ballroom A,Ann`, programme);
    expect(found).toMatchObject({ changed: [], added: [], problems: [{ line: 2, field: 'location', message: twins }] });
  });

  it('is a problem when people or a bracket stand in the way', () => {
    const held = { ...catan, tournamentType: 'double-elimination' as const, bracketDrawn: true };
    expect(difference(`${FULL}\nCatan Open,board,,2025-11-13 15:00,,Deck,Bo,3,,single`, [held]).problems).toEqual([
      { line: 2, field: 'capacity', message: "4 people are already registered, so the capacity can't be 3." },
      {
        line: 2,
        field: 'tournament',
        message: 'The bracket of this event is already drawn, so its tournament type stays.',
      },
    ]);
  });
});

it('adds what is new, and leaves alone what the table does not have', () => {
  const csv = `${SHORT}\nCatan Open,board,2025-11-14 15:00,Deck,Bo\nUno,card,2025-11-13 15:00,Deck,Bo`;
  const { added, changed, untouched } = difference(csv);
  expect(added.map(({ line }) => line)).toEqual([2, 3]);
  expect([changed, untouched]).toEqual([[], [catan]]);
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
  const code = (...seen: { id: string; revision: number }[]) => whyNotAsShown(found, { seen })?.code ?? null;
  expect(code({ id: 'catan', revision: 1 })).toBeNull();
  expect(code()).toBe('CHANGED_MEANWHILE');
  expect(code({ id: 'catan', revision: 2 })).toBe('CHANGED_MEANWHILE');
  expect(code({ id: 'catan', revision: 1 }, { id: 'gone', revision: 1 })).toBe('CHANGED_MEANWHILE');
});

it('refuses to add a line that was not shown as new', () => {
  const found = difference(`${SHORT}\nUno,card,2025-11-13 15:00,Deck,Bo`);
  const code = (added?: number[]) => whyNotAsShown(found, { seen: [], added })?.code ?? null;
  expect([code(), code([2]), code([2, 3])]).toEqual([null, null, null]);
  expect([code([]), code([3])]).toEqual(['CHANGED_MEANWHILE', 'CHANGED_MEANWHILE']);
});
