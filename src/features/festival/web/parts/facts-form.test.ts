import { describe, expect, it } from 'vitest';
import sample from '../../../../../festival.json' with { type: 'json' };
import { editablePart } from '../../rules.ts';
import { categoryForms, factChanges, missionsIn, problemOf, TEXTS, textAt, withTexts } from './facts-form.ts';

const facts = editablePart(sample);

describe('texts', () => {
  it('come back unchanged, each at its place', () => {
    const texts = Object.fromEntries(TEXTS.map(({ path }) => [path, textAt(facts, path)]));
    expect(withTexts(facts, texts)).toEqual(facts);
    expect(withTexts(facts, { name: 'N', 'faq.why': 'W' })).toEqual({
      ...facts,
      name: 'N',
      faq: { ...facts.faq, why: 'W' },
    });
    expect(facts.name).toBe('Oceanfront Games Festival');
  });
});

describe('missions as lines', () => {
  it('come back unchanged, also points in words and digits, and tasks with a bar or a line break', () => {
    const odd = [{ category: 'Odd', missions: [{ task: 'a | b\nc', points: '5 | 6' }] }];
    for (const missions of [facts.missions, odd])
      expect(missionsIn(categoryForms(missions), missions)).toEqual(missions);
  });

  it('are read from what was typed; a line without points has none', () => {
    const lines = 'Wave|3\n\n  Sing | loudly | 2 a song \nDance';
    expect(missionsIn([{ category: 'New', lines }], [])).toEqual([
      {
        category: 'New',
        missions: [
          { task: 'Wave', points: 3 },
          { task: 'Sing | loudly', points: '2 a song' },
          { task: 'Dance', points: '' },
        ],
      },
    ]);
  });
});

it('lists what differs, with missions by category', () => {
  const [chat, ...rest] = facts.missions;
  const next = {
    ...facts,
    place: 'Pier',
    missions: [...rest, { category: 'New', missions: [{ task: 'Wave', points: 3 }] }],
  };
  expect(factChanges(facts, next).map(({ label, is }) => [label, is])).toEqual([
    ['Place', 'Pier'],
    [`Missions: ${chat?.category}`, ''],
    ['Missions: New', 'Wave | 3'],
  ]);
  expect(factChanges(facts, { ...facts, missions: facts.missions.toReversed() })).toMatchObject([
    { label: 'Order of the categories' },
  ]);
  expect(factChanges(facts, facts)).toEqual([]);
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
