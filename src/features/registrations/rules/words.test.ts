import { expect, it } from 'vitest';
import type { Burst } from '../contract.ts';
import { countEach, KINDS, NONE } from './counts.ts';
import {
  burstWarnings,
  burstWords,
  countWords,
  minutesOf,
  nounOf,
  phoneWords,
  rateWords,
  restoredWords,
  stayWords,
} from './words.ts';

const ZONE = 'America/New_York';
const counts = (places = 0, accounts = 0) => ({ ...NONE, places, accounts });
const aBurst = (said: Partial<Burst> = {}): Burst => ({
  network: 'hotel',
  from: '2025-11-14T16:02:57.000Z',
  to: '2025-11-14T16:03:03.000Z',
  phones: 471,
  activePhones: 0,
  found: counts(471),
  removable: counts(471),
  events: [],
  ...said,
});

it('names a burst by its counts, its phones and its minutes', () => {
  expect(burstWords(aBurst(), ZONE)).toBe('471 places by 471 new phones from one network, 11:02–11:04 AM');
  expect(burstWords(aBurst({ found: counts(0, 27_647), phones: 1 }), ZONE)).toBe(
    '27,647 accounts by 1 new phone from one network, 11:02–11:04 AM',
  );
});

it('shows one whole minute when all of it was in one', () => {
  expect(minutesOf({ from: '2025-11-14T16:02:00.000Z', to: '2025-11-14T16:02:59.999Z' }, ZONE)).toBe('11:02–11:03 AM');
});

it('counts each kind, singular and plural', () => {
  expect(countWords(counts(1))).toBe('1 place');
  expect(countWords(counts(2, 1))).toBe('2 places and 1 account');
  expect(countWords(countEach(() => 12)).match(/\b12 \w+s\b/g)).toEqual(KINDS.map((kind) => `12 ${kind}s`));
  expect(countWords(counts())).toBe('nothing');
  expect([counts(1, 1), counts(0, 1)].map(nounOf)).toEqual(['places', 'accounts']);
});

it('says what the phones did', () => {
  expect(phoneWords(aBurst())).toBe('Each phone did this one thing and nothing else, as a script does.');
  expect(phoneWords(aBurst({ activePhones: 430 }))).toBe('430 of these phones did more than one thing, as guests do.');
  expect(phoneWords(aBurst({ phones: 3, activePhones: 3 }))).toBe('About 157 for each phone: a script, not a guest.');
});

it('says what stays, and nothing when all is removed', () => {
  expect(stayWords(aBurst())).toBeNull();
  expect(stayWords(aBurst({ removable: counts(470) }))).toBe('1 place checked in or in a drawn bracket stays.');
  expect(stayWords(aBurst({ found: counts(471, 3), removable: counts(469, 1) }))).toBe(
    '2 places checked in or in a drawn bracket and 2 accounts with points stay.',
  );
});

it('warns of a removable burst for a quarter of an hour', () => {
  const burst = aBurst();
  const [warning] = burstWarnings([burst], '2025-11-14T16:18:02.999Z', ZONE);
  expect(warning?.text).toBe(
    '471 places by 471 new phones from one network, 11:02–11:04 AM. Look at them under Registrations.',
  );
  expect(burstWarnings([burst], '2025-11-14T16:18:03.000Z', ZONE)).toEqual([]);
  expect(burstWarnings([aBurst({ removable: counts() })], burst.to, ZONE)).toEqual([]);
});

it('says how fast places are taken', () => {
  const minute = (at: string, places: number) => ({ at: `2025-11-14T${at}:00.000Z`, places });
  const quiet = [minute('16:01', 0), minute('16:02', 0)];
  expect(rateWords(quiet, ZONE)).toBe('No place was taken in the last three hours.');
  expect(rateWords([minute('16:00', 1200), ...quiet, minute('16:03', 1), minute('16:04', 0)], ZONE)).toBe(
    '1 place in the last two minutes, 1,201 in three hours. Busiest minute: 1,200 places at 11:00 AM.',
  );
});

it('after an undo says what was restored', () => {
  expect(restoredWords({ restored: counts(471, 2), lost: { seats: 0, names: 0, events: 0 } })).toBe(
    '471 places and 2 accounts came back.',
  );
});

it('after an undo says what was not restored and why', () => {
  expect(restoredWords({ restored: counts(459), lost: { seats: 10, names: 1, events: 1 } })).toBe(
    '459 places came back. Not restored: 10 found no free seat, 1 had their name taken and 1 lost their event or its bracket was drawn.',
  );
  expect(restoredWords({ restored: counts(), lost: { seats: 2, names: 0, events: 0 } })).toBe(
    'Nothing came back. Not restored: 2 found no free seat.',
  );
});
