import { expect, it } from 'vitest';
import { burstWarnings, madeWords, restoredWords } from './words.ts';

const ZONE = 'America/New_York';
const burst = {
  network: 'Zk3vQ0cJrN1yXo2uT5sW8aB7dE6fG9hI',
  since: '2025-11-14T16:02:00.000Z',
  until: '2025-11-14T16:03:03.000Z',
  things: 1471,
};

it('names a burst by its count, its network and its start', () => {
  expect(madeWords(burst, ZONE)).toBe('1,471 things of network Zk3vQ0 since 11:02 AM');
});

it('warns of a burst for a quarter of an hour after it was last that fast', () => {
  expect(burstWarnings([burst], '2025-11-14T16:18:02.999Z', ZONE).map(({ text }) => text)).toEqual([
    'New phones of network Zk3vQ0 made 1,471 things since 11:02 AM. Look at them under Limits.',
  ]);
  expect(burstWarnings([burst], '2025-11-14T16:18:03.000Z', ZONE)).toEqual([]);
});

it('after an undo says how much was restored, and why not all', () => {
  expect(restoredWords({ restored: 471, things: 471 })).toBe('471 things came back.');
  const rest = 'For the rest the place or the name is taken now, or the event, the account or the phone is gone.';
  expect(restoredWords({ restored: 459, things: 471 })).toBe(`459 of 471 things came back. ${rest}`);
  expect(restoredWords({ restored: 0, things: 1 })).toBe(`Nothing came back. ${rest}`);
});
