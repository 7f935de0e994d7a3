import { expect, it } from 'vitest';
import sample from '../../../../festival.json' with { type: 'json' };
import { type Festival, withMissionIds } from '../contract.ts';
import { festivalProblems, shortName } from './facts.ts';

const festival: Festival = { ...sample, missions: withMissionIds(sample.missions) };

/** Returns the problems of the sample file with the value at a path, such as `missions[3].category`, replaced. */
function problemsWith(path: string, value: unknown): string[] {
  const copy: unknown = structuredClone(festival);
  const steps = path.split(/[.[\]]+/).filter((step) => step !== '');
  const last = steps.pop() ?? '';
  let inner = copy as Record<string, unknown>;
  for (const step of steps) inner = inner[step] as Record<string, unknown>;
  if (value === undefined) delete inner[last];
  else inner[last] = value;
  const verdict = festivalProblems(copy);
  return 'problems' in verdict ? verdict.problems : [];
}

it('the badge word is separate from the public facts', () => {
  expect(festivalProblems({ ...festival, badgeWord: ' Light House ' })).toEqual({
    festival,
    badgeWord: 'Light House',
  });
});

it('the badge word needs a letter or a digit, because words are compared without punctuation', () => {
  expect(problemsWith('badgeWord', '!?')).toEqual(['badgeWord: needs a letter or a digit']);
  expect(problemsWith('badgeWord', ' ')).toEqual(['badgeWord: is empty']);
  expect(problemsWith('badgeWord', 'x'.repeat(61))).toEqual(['badgeWord: is longer than 60 characters']);
});

const missionsOf = (index: number) => festival.missions[index]?.missions ?? [];

it('the sample festival has no problems', () => {
  expect(festivalProblems(festival)).toEqual({ festival, badgeWord: null });
});

it('the sample festival has the expected name, dates and place', () => {
  const { name, dates, firstDay, lastDay, timeZone } = festival;
  expect({ name, dates, firstDay, lastDay, timeZone }).toEqual({
    name: 'Oceanfront Games Festival',
    dates: '13-16 November 2025',
    firstDay: '2025-11-13',
    lastDay: '2025-11-16',
    timeZone: 'America/New_York',
  });
});

it('the sample festival has 5 to 10 missions a category and four Shinies, without duplicates', () => {
  expect(festival.missions.map(({ category, missions }) => [category, missions.length])).toEqual([
    ['Chat community', 8],
    ['Out on the Town', 8],
    ['Games', 8],
    ['Sandbar', 7],
    ['Events', 7],
    ['Shinies', 4],
  ]);
  const tasks = festival.missions.flatMap(({ missions }) => missions.map(({ task }) => task));
  expect(new Set(tasks).size).toBe(42);
});

it('the sample festival scores its missions as the competition is announced', () => {
  const pointsOf = (index: number) => missionsOf(index).map(({ points }) => Number(points));
  const ranges = [0, 1, 2, 3].map((index) => [Math.min(...pointsOf(index)), Math.max(...pointsOf(index))]);
  expect(ranges).toEqual([
    [1, 10],
    [3, 10],
    [3, 15],
    [2, 12],
  ]);
  const [joke, ...events] = pointsOf(4).sort((one, other) => other - one);
  expect([joke, events[0], events.at(-1)]).toEqual([1_000_000, 10, 2]);
  expect(missionsOf(5).map(({ points }) => points)).toEqual(['1 for each year', '2 (Limit 2)', '1 per color', '5']);
});

it('the sample festival links only to example addresses', () => {
  expect(Object.values(festival.links).map((link) => new URL(link).hostname)).toEqual([
    'spreadsheet.example.com',
    'chat.example.com',
  ]);
});

it.each<[path: string, value: unknown, problem: string]>([
  ['name', undefined, 'is missing'],
  ['name', '  ', 'is empty'],
  ['name', '\u200b\u200b', 'is empty'],
  ['name', 'Board\u001bwalk', 'holds characters that cannot be shown'],
  ['missions[0].category', '\u202egames', 'holds characters that cannot be shown'],
  ['name', 'x'.repeat(61), 'is longer than 60 characters'],
  ['blurb', 12, 'must be a text in quotes'],
  ['address', 'Pier \ud83c', 'holds characters that cannot be shown'],
  ['faq.why', 'so\0', 'holds characters that cannot be shown'],
  ['faq', 'ask us', 'must be a group in { }'],
  ['faq.why', undefined, 'is missing'],
  ['firstDay', '13.11.2025', 'is not a day written like 2025-11-13'],
  ['lastDay', '2025-11-31', 'is not a day written like 2025-11-13'],
  ['links.localSpots', 'javascript:alert(1)', 'is not an http or https address'],
  ['links.chatCommunity', 'our chat', 'is not an http or https address'],
  ['links.chatCommunity', 'https://chat.example@evil.example', 'must not hold a user name'],
  ['links.localSpots', `https://example.org/${'x'.repeat(500)}`, 'is longer than 500 characters'],
  ['missions', {}, 'must be a list in [ ]'],
  ['missions[3].missions', [], 'is empty'],
  ['missions[0].missions', Array(31).fill({ task: 'Wave', points: 1 }), 'holds more than 30'],
  ['missions[3].missions[2].task', null, 'must be a text in quotes'],
  ['missions[3].missions[2].points', 2.5, 'must be a whole number or a short text in quotes'],
  ['missions[3].missions[2].points', undefined, 'is missing'],
  ['checkIn', { opensMinutesBefore: 60 }, 'checkIn.closesMinutesAfter: is missing'],
  ['checkIn', { opensMinutesBefore: -1, closesMinutesAfter: 5 }, 'checkIn.opensMinutesBefore: must be 0 or more'],
  ['checkIn', { opensMinutesBefore: 1.5, closesMinutesAfter: 5 }, 'checkIn.opensMinutesBefore: must be a whole number'],
  ['checkIn', { opensMinutesBefore: 1, closesMinutesAfter: 1441 }, 'checkIn.closesMinutesAfter: must be 1440 or less'],
])('shape of %s as %j is reported', (path, value, problem) => {
  expect(problemsWith(path, value)).toEqual([path === 'checkIn' ? problem : `${path}: ${problem}`]);
});

it.each(['blurp', 'links.chat', 'faq.how', 'missions[1].title', 'missions[1].missions[0].point', 'checkin'])(
  'shape reports the unknown %s as a possible typo',
  (path) => {
    expect(problemsWith(path, 'x')).toEqual([`${path}: is not known here; is it a typo?`]);
  },
);

it('shape reports all problems at once', () => {
  const { blurb, ...rest } = festival;
  expect(festivalProblems({ ...rest, blurp: blurb, place: '', extra: 1 })).toEqual({
    problems: [
      'place: is empty',
      'blurb: is missing',
      'blurp: is not known here; is it a typo?',
      'extra: is not known here; is it a typo?',
    ],
  });
});

it('shape accepts a check-in window', () => {
  expect(problemsWith('checkIn', { opensMinutesBefore: 60, closesMinutesAfter: 0 })).toEqual([]);
});

it.each([[null], ['festival'], [[]], [7]])('shape refuses %j as a whole', (raw) => {
  expect(festivalProblems(raw)).toEqual({ problems: ['the whole file: must be a group in { }'] });
});

it('requires different texts for the missions of a category', () => {
  const again = structuredClone(festival.missions[1]?.missions ?? []);
  const [first] = again;
  if (first !== undefined) again.push({ ...first, points: 4 });
  expect(problemsWith('missions[1].missions', again)).toEqual([
    `missions[1].missions[8].task: "${first?.task}" is already in this category`,
  ]);
});

it('calendar accepts a festival of one day, and refuses one that ends before it begins', () => {
  expect(problemsWith('lastDay', '2025-11-13')).toEqual([]);
  expect(problemsWith('lastDay', '2025-11-12')).toEqual(['lastDay: 2025-11-12 is before the first day, 2025-11-13']);
});

it.each(['New York', '+05:00', '', 'Mars/Base'])('calendar refuses %j as a zone', (zone) => {
  expect(problemsWith('timeZone', zone)).toEqual([
    `timeZone: this server’s Node.js knows no "${zone}"; check the name, such as America/New_York, or take a newer Node.js`,
  ]);
});

it('missions may have other categories than the usual six, in any order, but not the same one twice', () => {
  const [chat, town] = festival.missions;
  expect(problemsWith('missions', [town, { ...chat, category: 'Dance floor' }])).toEqual([]);
  expect(problemsWith('missions', [town, chat, town])).toEqual([
    'missions[2].category: there is another "Out on the Town"',
  ]);
  expect(problemsWith('missions', [])).toEqual(['missions: is empty']);
});

it('missions are worth a whole number or a short text', () => {
  const problemsOf = (points: unknown) => problemsWith('missions[3].missions[0].points', points);
  expect([1, 7, 1_000_000, '1 per color'].flatMap(problemsOf)).toEqual([]);
  expect([0, 1_000_001, 1.5, '', 'x'.repeat(41)].flatMap(problemsOf)).toHaveLength(5);
});

it.each([
  ['Game Days', 'Game Days'],
  ['Oceanfront Games Festival', 'Oceanfront'],
  ['The Big Play of the Year', 'The Big Play'],
  ['Spielwarenmessenabend', 'Spielwarenme'],
  ['Dice & 12345🎲 Festival', 'Dice &'],
  ['12345678901🎲 Festival', '12345678901🎲'],
])('shortens the name %j to %j', (name, short) => {
  expect(shortName(name)).toBe(short);
});

it('has at most six pictures of the thank you, each with an id and a name', () => {
  const pictures = Array.from({ length: 7 }, (_, index) => ({ id: `p${index}`, name: 'Pier' }));
  expect(problemsWith('thanksPictures', pictures.slice(1))).toEqual([]);
  expect(problemsWith('thanksPictures', pictures)).toEqual(['thanksPictures: holds more than 6']);
  expect(problemsWith('thanksPictures', [{ id: 'a/b', name: ' ' }])).toEqual([
    'thanksPictures[0].id: is not an id',
    'thanksPictures[0].name: is empty',
  ]);
});

it('a room of the map is there once, however it is written, and its pin is on the map', () => {
  const room = { name: 'Ballroom A', way: 'Left.', pin: { x: 10, y: 20.5 } };
  expect(problemsWith('rooms', [room, { name: 'Lobby' }])).toEqual([]);
  expect(problemsWith('rooms', [room, { name: 'ballroom a.' }])).toEqual([
    'rooms[1].name: there is another "ballroom a."',
  ]);
  expect(problemsWith('rooms', [{ ...room, pin: { x: 101, y: -1 } }])).toEqual([
    'rooms[0].pin.x: must be 100 or less',
    'rooms[0].pin.y: must be 0 or more',
  ]);
  expect(problemsWith('rooms', [room, { name: '.' }, { name: '..' }, { name: '...' }])).toEqual([
    'rooms[1].name: "." cannot be part of an address',
    'rooms[2].name: ".." cannot be part of an address',
  ]);
  expect(problemsWith('rooms', [{ ...room, way: 'x'.repeat(161) }])).toEqual([
    'rooms[0].way: is longer than 160 characters',
  ]);
  expect(problemsWith('mapPicture', 'a/b')).toEqual(['mapPicture: is not an id']);
});
