import { expect, it } from 'vitest';
import sample from '../../../../../festival.json' with { type: 'json' };
import { withMissionIds } from '../../contract.ts';
import { editablePart } from '../../rules/facts.ts';
import {
  asAnother,
  categoryForms,
  factChanges,
  missionChanges,
  missionsIn,
  pressedPictures,
  problemOf,
  TEXTS,
  textAt,
  withTexts,
} from './facts-form.ts';

const ZONE = 'America/New_York';

const facts = editablePart({ ...sample, missions: withMissionIds(sample.missions) });

it('texts come back unchanged, each at its place', () => {
  const texts = Object.fromEntries(TEXTS.map(({ path }) => [path, textAt(facts, path, ZONE)]));
  expect(withTexts(facts, texts, ZONE)).toEqual(facts);
  expect(withTexts(facts, { name: 'N', 'faq.why': 'W' }, ZONE)).toEqual({
    ...facts,
    name: 'N',
    faq: { ...facts.faq, why: 'W' },
  });
  expect(facts.name).toBe('Oceanfront Games Festival');
});

const NAMED = ['Pier', '', 'Cup', 'Dice', 'Night', 'Crew', 'Last'].map((name, index) => ({ id: `p${index}`, name }));
it.each([
  ['a picture comes last', ['p2'], 'p0', ['p2 Cup', 'p0 Pier']],
  ['a chosen one goes', ['p2', 'p0'], 'p2', ['p0 Pier']],
  ['one without a name is called by its number', [], 'p1', ['p1 Picture 2']],
  ['one that was removed drops out with the next press', ['gone', 'p2'], 'p0', ['p2 Cup', 'p0 Pier']],
  ['a removed one leaves its room', ['p0', 'p1', 'p2', 'p3', 'p4', 'gone'], 'p6', ['p0 Pier', 'p6 Last']],
  ['a seventh is not taken', ['p0', 'p1', 'p2', 'p3', 'p4', 'p5'], 'p6', ['p0 Old', 'p5 Old']],
])('of the pictures of the thank you, %s', (_, ids, pressed, shown) => {
  const chosen = ids.map((id) => ({ id, name: 'Old' }));
  const next = pressedPictures(chosen, pressed, NAMED).map(({ id, name }) => `${id} ${name}`);
  expect(next).toHaveLength(ids.length === 6 ? 6 : shown.length);
  expect([next[0], next.at(-1)]).toEqual([shown[0], shown.at(-1)]);
});

it('says which pictures of the thank you change', () => {
  const named = (...names: string[]) => ({ ...facts, thanksPictures: names.map((name) => ({ id: name, name })) });
  expect(factChanges(facts, named(), ZONE)).toEqual([]);
  expect(factChanges(named('Pier'), named('Cup', 'Pier'), ZONE)).toEqual([
    { label: 'Pictures of the thank you', was: 'Pier', is: 'Cup\nPier' },
  ]);
});

it('removes words of thanks also where festival.json has some', () => {
  expect(withTexts(facts, { thanks: ' ' }, ZONE).thanks).toBeUndefined();
  expect(withTexts({ ...facts, thanks: 'Bye!' }, { thanks: ' ' }, ZONE).thanks).toBeNull();
});

it('missions as lines come back unchanged, also points in words and digits, and tasks with a bar or a line break', () => {
  const odd = [{ category: 'Odd', missions: [{ task: 'a | b\nc', points: '5 | 6', id: 'a', limit: 1 }] }];
  for (const missions of [facts.missions, odd]) expect(missionsIn(categoryForms(missions), missions)).toEqual(missions);
});

it('missions as lines are read from what was typed; a line without points has none', () => {
  const lines = 'Wave|3\n\n  Sing | loudly | 2 a song \nDance\nHum | 2 times';
  expect(missionsIn([{ category: 'New', lines }], [])).toEqual([
    {
      category: 'New',
      missions: [
        { task: 'Wave', points: 3, limit: 1 },
        { task: 'Sing | loudly', points: '2 a song', limit: 1 },
        { task: 'Dance', points: '', limit: 1 },
        { task: 'Hum', points: '2 times', limit: 1 },
      ],
    },
  ]);
});

it('missions as lines say how often one person may do it behind a further bar', () => {
  const lines = 'Wave | 3 | 2 times\nSing | 1 per song | no limit\nA | b | 2 | 1 time';
  const [{ missions = [] } = {}] = missionsIn([{ category: 'New', lines }], []);
  expect(missions.map(({ task, points, limit }) => [task, points, limit])).toEqual([
    ['Wave', 3, 2],
    ['Sing', '1 per song', null],
    ['A | b', 2, 1],
  ]);
  expect(categoryForms([{ category: 'New', missions }])[0]?.lines).toBe(
    'Wave | 3 | 2 times\nSing | 1 per song | no limit\nA | b | 2',
  );
});

it.each([
  ['reworded', 'Win a thumb war against somebody | 5', 'win-a-thumb-war'],
  ['given other points and another limit', 'Win a thumb war | 6 | 3 times', 'win-a-thumb-war'],
  ['replaced by another', 'Win a bet | 5', undefined],
])('missions as lines keep their id when %s', (_, line, id) => {
  const present = withMissionIds([
    { category: 'One', missions: [{ task: 'Wave', points: 1 }] },
    { category: 'Two', missions: [{ task: 'Win a thumb war', points: 5 }] },
  ]);
  const forms = [{ category: 'One', lines: `${line}\nWave | 1` }];
  expect(missionsIn(forms, present)[0]?.missions.map((mission) => mission.id)).toEqual([id, 'wave']);
});

it('missions as lines keep their id when they are rewritten on their line, also in a renamed category', () => {
  const present = withMissionIds([
    {
      category: 'One',
      missions: [
        { task: 'Wave', points: 1 },
        { task: 'Win a thumb war', points: 5 },
      ],
    },
  ]);
  for (const category of ['One', 'First']) {
    const typed = missionsIn([{ category, lines: 'Wave | 1\nSing a shanty | 2\nDance | 1' }], present);
    expect(typed[0]?.missions.map(({ id }) => id)).toEqual(['wave', 'win-a-thumb-war', undefined]);
    expect(missionChanges(present, typed)).toMatchObject({
      changed: [{ was: 'Win a thumb war', is: 'Sing a shanty' }],
      added: ['Dance'],
      gone: [],
    });
  }
  // Its line went to another mission, so it is gone.
  const moved = missionsIn([{ category: 'One', lines: 'Sing a shanty | 2\nWave | 1' }], present);
  expect(missionChanges(present, moved)).toMatchObject({
    changed: [],
    added: ['Sing a shanty'],
    gone: ['Win a thumb war'],
  });
});

it('says which missions are reworded and new, and gives another mission an id of its own', () => {
  const present = withMissionIds([
    {
      category: 'One',
      missions: [
        { task: 'Wave', points: 1 },
        { task: 'Win a game of Catan', points: 5 },
        { task: 'Sing', points: 2 },
      ],
    },
  ]);
  const typed = missionsIn([{ category: 'One', lines: 'Dance | 1\nWin a game of Azul | 5\nWave | 1' }], present);
  expect(missionChanges(present, typed)).toEqual({
    same: 1,
    changed: [{ id: 'win-a-game-of-catan', was: 'Win a game of Catan', is: 'Win a game of Azul' }],
    added: ['Dance'],
    gone: ['Sing'],
  });
  const another = asAnother(present, typed, ['win-a-game-of-catan']);
  expect(another[0]?.missions[1]?.id).toBe('win-a-game-of-azul');
  expect(missionChanges(present, another)).toMatchObject({ changed: [], added: ['Dance', 'Win a game of Azul'] });
  // Its words would make the id of the one that it replaces.
  const louder = missionsIn([{ category: 'One', lines: 'Wave! | 1' }], present);
  expect(asAnother(present, louder, ['wave'])[0]?.missions[0]?.id).toBe('wave-2');
});

it('reads above how many points a helper is asked as a number, and nothing typed as the default', () => {
  expect(withTexts(facts, { askAbovePoints: ' 250 ' }, ZONE).askAbovePoints).toBe(250);
  expect(textAt({ ...facts, askAbovePoints: 250 }, 'askAbovePoints', ZONE)).toBe('250');
  expect(withTexts({ ...facts, askAbovePoints: 250 }, { askAbovePoints: '' }, ZONE).askAbovePoints).toBeUndefined();
});

it('lists what differs, with missions by category', () => {
  const [chat, ...rest] = facts.missions;
  const next = {
    ...facts,
    place: 'Pier',
    missions: [...rest, { category: 'New', missions: [{ task: 'Wave', points: 3 }] }],
  };
  expect(factChanges(facts, next, ZONE).map(({ label, is }) => [label, is])).toEqual([
    ['Place', 'Pier'],
    [`Missions: ${chat?.category}`, ''],
    ['Missions: New', 'Wave | 3'],
  ]);
  expect(factChanges(facts, { ...facts, missions: facts.missions.toReversed() }, ZONE)).toMatchObject([
    { label: 'Order of the categories' },
  ]);
  expect(factChanges(facts, facts, ZONE)).toEqual([]);
});

it.each([
  ['facts.name', 'Facts.name is empty.', { path: 'name', text: 'Name is empty.' }],
  [
    'facts.lastDay',
    'The last day, 2020-01-01 is before it.',
    { path: 'lastDay', text: 'The last day, 2020-01-01 is before it.' },
  ],
  [
    'facts.links.chatCommunity',
    'Facts.links.chat community is not an http or https address.',
    { path: 'links.chatCommunity', text: 'Link to the chat is not an http or https address.' },
  ],
  [
    'facts.missions.1.missions.0.points',
    'Facts.missions.1.missions.0.points does not have the right form.',
    { path: 'missions', text: 'Category 2, line 1: points does not have the right form.' },
  ],
  [
    'facts.missions.1.missions.0.task',
    'Facts.missions.1.missions.0.task is empty.',
    { path: 'missions', text: 'Category 2, line 1: task is empty.' },
  ],
  [
    'facts.missions.1.category',
    'Facts.missions.1.category is empty.',
    { path: 'missions', text: 'Category 2: the name is empty.' },
  ],
  [undefined, 'The server is busy.', { path: '', text: 'The server is busy.' }],
])('puts the refusal of %s at its field', (field, sentence, problem) => {
  expect(problemOf(field, sentence)).toEqual(problem);
});

it('moments are typed in the festival’s zone; empty is none, and what is no moment is left for the server', () => {
  const opened = withTexts(facts, { opensAt: '2025-11-01T18:00' }, ZONE);
  expect(opened.opensAt).toBe('2025-11-01T22:00:00.000Z');
  expect(factChanges(facts, opened, ZONE)).toEqual([{ label: 'Programme opens', was: '', is: 'Nov 1, 6:00 PM' }]);
  expect([textAt(opened, 'opensAt', ZONE), textAt(facts, 'opensAt', ZONE)]).toEqual(['2025-11-01T18:00', '']);
  expect('opensAt' in withTexts(opened, { opensAt: '' }, ZONE)).toBe(false);
  expect(withTexts(facts, { opensAt: '0020-11' }, ZONE).opensAt).toBe('0020-11');
});
