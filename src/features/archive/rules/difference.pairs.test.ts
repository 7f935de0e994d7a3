import { expect, it } from 'vitest';
import type { FestivalEvent } from '#features/events/contract.ts';
import { shownEvent } from '#testing/shown-event.ts';
import { pairRows } from './difference.ts';
import { readProgramme } from './programme.ts';

const NOW = '2025-11-13T08:00:00.000Z';
/** 'Werewolf 21 Foyer Ann': title, hour, room and host. */
const event = (id: string, words: string): FestivalEvent => {
  const [title = '', hour = '', location = '', host = ''] = words.split(' ');
  return shownEvent({ id, title, startTime: `2025-11-13T${hour}:00:00.000Z`, location, host });
};
const paired = (programme: Record<string, string>, rows: readonly string[]) => {
  const lines = rows.map((words) => {
    const [title, hour, location, host, id = ''] = words.split(' ');
    return [id, title, 'card', `2025-11-13T${hour}:00Z`, location, host].join();
  });
  const read = readProgramme(['id,title,type,start,location,host', ...lines].join('\n'), 'UTC');
  const events = Object.entries(programme).map(([id, words]) => event(id, words));
  const { pairs, guesses, added, problems } = pairRows(read.rows, events, NOW);
  const named = (list: typeof pairs) => list.map(({ row, event: { id } }) => `${row.line} ${id}`).toSorted();
  return {
    pairs: named(pairs),
    guesses: named(guesses),
    added: added.map(({ line }) => line),
    problems: problems.map(({ line, message }) => `${line} ${message}`),
  };
};
const only = (found: Partial<ReturnType<typeof paired>>) => ({
  pairs: [],
  guesses: [],
  added: [],
  problems: [],
  ...found,
});

it('pairs a row with the event of its id, whatever else it says', () => {
  const programme = { a: 'Open 10 Library Ann', b: 'Open 14 Terrace Bo' };
  expect(paired(programme, ['Open 14 Terrace Bo a', 'Chess 10 Library Ann b'])).toEqual(
    only({ pairs: ['2 a', '3 b'] }),
  );
  expect(paired(programme, ['Open 14 Terrace Bo a', 'Open 14 Terrace Bo'])).toMatchObject({
    problems: ['3 This is the same event as in line 2.'],
  });
  expect(paired(programme, ['Open 10 Library Ann a', 'Chess 10 Library Ann a'])).toMatchObject({
    problems: ['3 This is the same event as in line 2.'],
  });
});

it('reads a row with an unknown id as if it had none', () =>
  expect(paired({ a: 'Open 10 Library Ann' }, ['Open 10 Library Ann gone', 'Chess 10 Bar Bo 7'])).toEqual(
    only({ pairs: ['2 a'], added: [3] }),
  ));

it('tells two events of one title, start and room apart by their ids', () => {
  const twins = { a: 'Open 10 Library Ann', b: 'Open 10 Library Bo' };
  expect(paired(twins, ['Open 10 Library Bo b', 'Open 10 Library Ann a'])).toEqual(only({ pairs: ['2 b', '3 a'] }));
  expect(paired(twins, ['Open 10 Library Bo'])).toMatchObject({
    problems: ['2 Several events have this title, start and room. Say which by its id: download the programme as CSV.'],
  });
});

it.each([
  ['at another time', { a: 'Werewolf 21 Foyer Cy' }, ['Werewolf 22 Foyer Cy'], ['2 a']],
  ['in another room', { a: 'Werewolf 21 Foyer Cy' }, ['WEREWOLF 21 Bar Cy'], ['2 a']],
  ['at another time in another room', { a: 'Werewolf 21 Foyer Cy' }, ['Werewolf 22 Bar Bo'], ['2 a']],
  ['with a new title of the same host', { a: 'Quiz 19 Hall Di' }, ['Karaoke 19 Hall Di'], ['2 a']],
  [
    'when all of one title move, by room',
    { a: 'Open 10 Library Ann', b: 'Open 14 Terrace Ann' },
    ['Open 14 Library Ann', 'Open 18 Terrace Ann'],
    ['2 a', '3 b'],
  ],
  [
    'when all of one title change rooms, by start',
    { a: 'Open 10 Library Ann', b: 'Open 14 Terrace Ann' },
    ['Open 10 Terrace Ann', 'Open 14 Bar Ann'],
    ['2 a', '3 b'],
  ],
  [
    'of the same host, before another one in the room',
    { a: 'Open 10 Library Ann', b: 'Open 12 Library Bo' },
    ['Open 16 Library Ann', 'Open 20 Library Bo'],
    ['2 a', '3 b'],
  ],
  [
    'in the order of time, where all else is equal',
    { a: 'Open 10 Library Ann', b: 'Open 12 Library Ann' },
    ['Open 14 Library Ann', 'Open 11 Library Ann'],
    ['2 b', '3 a'],
  ],
])('a row without an event is paired with an event without a row: %s', (_, programme, rows, guesses) =>
  expect(paired(programme, rows)).toEqual(only({ guesses })),
);

it('a row without an event is paired with an event without a row with a new title that has a word in common, but not when title and host are new', () => {
  const programme = { a: 'Quiz 19 Hall Di' };
  expect(paired(programme, ['Pub-quiz 19 Hall Di'])).toEqual(only({ guesses: ['2 a'] }));
  expect(paired(programme, ['Karaoke 19 Hall Bo'])).toEqual(only({ added: [2] }));
  const quiz = { ...shownEvent(), title: 'Pub quiz' };
  const [row] = readProgramme(
    'title,type,start,location,host\nThe great pub quiz,card,2025-11-13T20:00Z,Ballroom A,Bo',
    'UTC',
  ).rows;
  if (row === undefined) throw new Error('no row');
  expect(pairRows([row], [quiz], NOW).guesses).toHaveLength(1);
});

it('a row without an event is paired with an event without a row unless the event is over', () => {
  const rows = readProgramme('title,type,start,location,host\nOpen,card,2025-11-14T10:00Z,Library,Ann', 'UTC').rows;
  const open = event('a', 'Open 10 Library Ann');
  const guesses = (said: Partial<FestivalEvent>, now = NOW) =>
    pairRows(rows, [{ ...open, ...said }], now).guesses.length;
  expect([guesses({}), guesses({ status: 'completed' }), guesses({}, '2025-11-13T12:00:00.000Z')]).toEqual([1, 0, 0]);
});

it('a row without an event is paired with an event without a row whose title is written with other accents or signs, as the same title', () => {
  const [composed, decomposed] = ['Café', 'CAFÉ'].map((title, index) => title.normalize(index === 0 ? 'NFC' : 'NFD'));
  expect(paired({ a: `${composed} 10 Library Ann` }, [`${decomposed} 10 Library Bo`])).toEqual(
    only({ pairs: ['2 a'] }),
  );
});

it('a row without an event is paired with an event without a row unless the event has its own row', () =>
  expect(paired({ a: 'Open 10 Library Ann' }, ['Open 10 Library Ann', 'Open 12 Library Ann'])).toEqual(
    only({ pairs: ['2 a'], added: [3] }),
  ));
