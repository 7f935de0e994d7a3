import { expect, it } from 'vitest';
import { testFestival } from '#testing/context.ts';
import { drawable, eventWords, festivalWords, winnersWords } from './link-pictures.ts';

it.each([
  ['Catan & <b>friends</b>', 'Catan & <b>friends</b>'],
  ['Łódź, Åse & Çağla: “20 €”', 'Łódź, Åse & Çağla: “20 €”'],
  ['🎲 Dice 👩‍👩‍👧 night 🇩🇪', 'Dice night'],
  ['Zalgo ĉ̷̡e', 'Zalgo ce'],
  ['Ｆｕｌｌ　width', 'Full width'],
  ['line\none\u202e\u0000', 'line one'],
  ['🎲🎲', ''],
  ['日本語の会', null],
  ['Go 囲碁', null],
])('draws %j as %j', (text, drawn) => {
  expect(drawable(text)).toBe(drawn);
});

const festival = testFestival();
const event = {
  ...({} as Parameters<typeof eventWords>[1]),
  title: 'Kart Cup',
  startTime: '2025-11-13T20:00:00.000Z',
  duration: 90,
  location: 'Arcade Hall',
};

it('says title, day, time and place of an event under the festival’s name', () => {
  expect(eventWords(festival, event)).toEqual({
    over: 'Oceanfront Games Festival',
    title: 'KART CUP',
    when: 'Thursday, Nov 13 · 3:00–4:30 PM',
    where: 'Arcade Hall',
  });
});

it.each(['日本語の会', '🎲'])('shows an event called %s by its festival', (title) => {
  const words = eventWords(festival, { ...event, title, location: '会場' });
  expect(words).toMatchObject({ over: '', title: 'OCEANFRONT GAMES FESTIVAL', where: '' });
});

it('says name, dates and place of the festival', () => {
  const { dates: when, place: where } = festival;
  expect(festivalWords(festival)).toEqual({ over: '', title: 'OCEANFRONT GAMES FESTIVAL', when, where });
});

it.each([
  ['two', [['Rosa'], ['Theo']], 'Rosa and Theo'],
  ['one of two tournaments, once', [['Rosa'], ['Rosa']], 'Rosa'],
  ['both of a shared first place', [['Rosa', 'Theo']], 'Rosa and Theo'],
  [
    'those that fit',
    [['Maximiliane Montgomery'], ['Bo'], ['Bartholomew Fitzgerald'], ['Jo']],
    'Maximiliane Montgomery and 3 more',
  ],
  ['the first, however long', [['W'.repeat(60)], ['Jo']], `${'W'.repeat(60)} and 1 more`],
  ['none that cannot be drawn', [['日本語'], ['Łódź 🎲']], 'Łódź and 1 more'],
  ['nobody where none can be drawn', [['日本語'], ['🎲']], ''],
  ['nobody yet', [], ''],
])('names of the winners %s', (_, won, when) => {
  const tournaments = won.map((names, index) => ({ eventId: `cup-${index}`, title: 'Cup', names }));
  const words = winnersWords(festival, { tournaments, top: [{ name: 'Gus', score: 3 }] });
  expect(words).toEqual({ over: 'Oceanfront Games Festival', title: 'THE WINNERS', when, where: festival.dates });
});
