import { expect, it } from 'vitest';
import { shownEvent } from '#testing/shown-event.ts';
import { type SeveralAct, whyNotSeveral, withAct } from './several.ts';

const NOW = '2025-11-14T18:00:00.000Z';
const events = [
  shownEvent({ id: 'soon', startTime: '2025-11-14T19:00:00.000Z' }),
  shownEvent({ id: 'live', startTime: '2025-11-13T19:00:00.000Z', status: 'in-progress' }),
  shownEvent({ id: 'in two days', startTime: '2025-11-16T19:00:00.000Z', currentRegistrations: 0 }),
  shownEvent({ id: 'over', startTime: '2025-11-14T12:00:00.000Z', status: 'completed' }),
];

it.each<[SeveralAct, string[]]>([
  ['delay', ['soon', 'live']],
  ['room', ['soon', 'live', 'in two days']],
  ['message', ['soon', 'live', 'in two days']],
  ['draft', ['in two days']],
])('leaves out of %s what it makes no sense for', (act, left) => {
  expect(withAct(act, events, NOW).map(({ id }) => id)).toEqual(left);
});

it.each<[SeveralAct, string, string | undefined]>([
  ['delay', '15', undefined],
  ['delay', '0', undefined],
  ['delay', '', 'Say how late they are, from 0 to 180 minutes.'],
  ['delay', '-5', 'Say how late they are, from 0 to 180 minutes.'],
  ['delay', '1.5', 'Say how late they are, from 0 to 180 minutes.'],
  ['room', 'Library', undefined],
  ['room', '  ', 'Type the room first.'],
  ['message', 'Come early.', undefined],
  ['message', '', 'Write the message first.'],
])('says why %s of “%s” cannot be sent', (act, typed, why) => {
  expect(whyNotSeveral(act, typed)).toBe(why);
});
