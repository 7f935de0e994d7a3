import { expect, it } from 'vitest';
import { testFestival } from '#testing/context.ts';
import { drawable, eventWords, festivalWords } from './link-pictures.ts';

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
