import { expect, it } from 'vitest';
import type { End } from '#platform/web/unsent.ts';
import { answerCalls, NOW, renderInPage } from '#testing/page.tsx';
import type { Act, UnsentPlace } from './place-writes.ts';
import { placeSender } from './send.ts';

const rosa = { id: 'r1', eventId: 'uno', playerName: 'Rosa' };
const PROMOTED: End = { outcome: 'closed', sentence: 'A place became free. It is in My schedule.' };

const ASKED: End = {
  outcome: 'done',
  sentence: 'You have asked for a place. You will be told when the places are drawn.',
};

/** Without an answer in time, what the device has now says how a write ended. */
it.each<[string, Act, 'place' | 'entry' | 'none', boolean, End]>([
  ['has the place', 'register', 'place', false, { outcome: 'done' }],
  ['has no place', 'register', 'none', true, { outcome: 'closed' }],
  [
    'may be unknown to the server',
    'register',
    'none',
    false,
    { outcome: 'unknown', sentence: 'Ask event staff, or try again.' },
  ],
  ['has asked', 'register', 'entry', true, ASKED],
  ['waits', 'join', 'entry', true, { outcome: 'done' }],
  ['waited and has a place', 'join', 'place', true, PROMOTED],
  ['has no place any more', 'cancel', 'none', true, { outcome: 'done' }],
  ['still has the place', 'cancel', 'place', true, { outcome: 'closed' }],
  ['waits no more', 'leave', 'none', true, { outcome: 'done' }],
  ['still waits', 'leave', 'entry', true, { outcome: 'closed' }],
  ['got a place before leaving', 'leave', 'place', true, PROMOTED],
])('says of a device that %s how %s ended', async (_, act, has, known, end) => {
  const heard = answerCalls({
    'GET /api/visitor': () => ({ body: { known: true } }),
    'GET /api/rsvps/my': () => ({ body: has === 'place' ? [rosa] : [] }),
    'GET /api/waiting/my': () => ({ body: has === 'entry' ? [rosa] : [] }),
  });
  renderInPage(null);
  const gives = act === 'cancel' || act === 'leave';
  const body = {
    ...{ act, eventId: 'uno', playerName: 'ROSA', title: 'Uno', startTime: NOW, known },
    ...(gives && { placeId: 'r1' }),
  };
  const write: UnsentPlace = { order: 1, id: 'w1', kind: 'place', body, until: '2025-11-13T17:00:00.000Z', sent: true };
  expect(await placeSender.send(write as never)).toEqual(end);
  expect(heard.filter(({ call }) => !call.startsWith('GET'))).toEqual([]);
});
