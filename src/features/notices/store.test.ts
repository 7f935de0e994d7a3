import { beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '#database/schema.ts';
import { addVisitor } from '#features/access/store.ts';
import { addEvent } from '#features/events/store.ts';
import { nameKey } from '#platform/names.ts';
import { DIALECTS, everyRow, freshDatabase } from '#testing/database.ts';
import { anEvent } from '#testing/factories.ts';
import type { EventState } from './contract.ts';
import * as store from './store.ts';

const at = (time: string): string => `2025-11-14T${time}:00.000Z`;
const state = (hour: string): EventState => ({
  title: 'Train games',
  startTime: at(`${hour}:00`),
  location: 'Ballroom A',
  cancelled: false,
});
const [ONE, TWO, THREE] = [state('18'), state('19'), state('20')];

let db: Db;
let told = 0;
const tell = (was: EventState, is: EventState, time: string, since = at('17:00')) => {
  told += 1;
  return store.tellHolders(db, { id: `n${told}`, eventId: 'trains', was, is, now: at(time), since });
};
const register = async (playerName: string, visitor_id: string | null, event_id = 'trains') => {
  const row = { id: `${playerName} ${event_id}`, event_id, player_name: playerName, name_key: nameKey(playerName) };
  const rest = { player_email: null, checked_in: 0, checked_in_at: null, checked_in_by: null, visitor_id } as const;
  await db
    .insertInto('rsvps')
    .values({ ...row, ...rest, created_at: at('16:00') })
    .execute();
};
const hours = async (visitor: string) =>
  (await store.listNoticesOf(db, visitor)).map(({ was, is, seen }) => [
    was.startTime.slice(11, 13),
    is.startTime.slice(11, 13),
    seen,
  ]);

describe.each(DIALECTS)('what notices store, on %s', (dialect) => {
  beforeEach(async () => {
    ({ db } = await freshDatabase(dialect));
    for (const id of ['rosa', 'lena', 'other']) await addVisitor(db, { id, tokenHash: id, now: at('16:00') });
    for (const id of ['trains', 'chess']) await addEvent(db, id, anEvent());
    await register('Rosa', 'rosa');
    await register('Rosa’s son', 'rosa');
    await register('Lena', 'lena');
    await register('Walk-in', null);
    await register('Other', 'other', 'chess');
  });

  it('tells each device with a place once, and nobody else', async () => {
    await tell(ONE, TWO, '17:01');
    expect(await db.selectFrom('notices').select('visitor_id').orderBy('visitor_id').execute()).toEqual([
      { visitor_id: 'lena' },
      { visitor_id: 'rosa' },
    ]);
    expect(await store.listNoticesOf(db, 'rosa')).toEqual([
      {
        ...{ id: `n${told}`, eventId: 'trains', kind: 'event', playerName: null },
        ...{ was: ONE, is: TWO, at: at('17:01'), seen: false },
      },
    ]);
  });

  it('joins a later change to one that nobody has seen, with the first before and the last after', async () => {
    await tell(ONE, TWO, '17:01');
    await register('Late', 'other');
    await tell(TWO, THREE, '17:03');
    expect([await hours('rosa'), await hours('other')]).toEqual([[['18', '20', false]], [['19', '20', false]]]);
    expect((await store.listNoticesOf(db, 'rosa'))[0]?.at).toBe(at('17:03'));
  });

  it('deletes a notice when the event is back where it was, but tells those who registered in between', async () => {
    await tell(ONE, TWO, '17:01');
    await register('Late', 'other');
    await tell(TWO, ONE, '17:03');
    expect([await hours('rosa'), await hours('other')]).toEqual([[], [['19', '18', false]]]);
  });

  it('adds a notice when the first one is older or was seen', async () => {
    await tell(ONE, TWO, '17:01');
    await store.markSeen(db, 'rosa', [`n${told}`], at('17:02'));
    await tell(TWO, ONE, '17:03');
    expect([await hours('rosa'), await hours('lena')]).toEqual([
      [
        ['19', '18', false],
        ['18', '19', true],
      ],
      [],
    ]);
    await tell(ONE, THREE, '17:09', at('17:04'));
    expect(await hours('rosa')).toHaveLength(3);
  });

  it('marks only the visitor’s own notices as seen, and each once', async () => {
    await tell(ONE, TWO, '17:01');
    await store.markSeen(db, 'other', [`n${told}`], at('17:02'));
    await store.markSeen(db, 'rosa', [], at('17:02'));
    expect(await hours('rosa')).toEqual([['18', '19', false]]);
    await store.markSeen(db, 'rosa', [`n${told}`], at('17:02'));
    const before = await everyRow(db);
    await store.markSeen(db, 'rosa', [`n${told}`], at('17:05'));
    expect(await everyRow(db)).toEqual(before);
    expect(await hours('lena')).toEqual([['18', '19', false]]);
  });

  it('keeps what happened to a place with its person', async () => {
    const news = { id: 'p', visitorId: 'rosa', eventId: 'trains', playerName: 'Rosa', was: ONE, is: ONE };
    await store.addPlaceNotice(db, { ...news, kind: 'promoted', now: at('17:01') });
    await tell(ONE, TWO, '17:02');
    expect((await store.listNoticesOf(db, 'rosa')).map(({ kind, playerName }) => [kind, playerName])).toEqual([
      ['event', null],
      ['promoted', 'Rosa'],
    ]);
  });

  it('forgets one visitor’s notices, and drops those from before a moment', async () => {
    await tell(ONE, TWO, '17:01');
    await store.forgetNoticesOf(db, 'rosa');
    expect([await hours('rosa'), await hours('lena')]).toEqual([[], [['18', '19', false]]]);
    expect([await store.dropNotices(db, at('17:01')), await store.dropNotices(db, at('17:02'))]).toEqual([0, 1]);
  });
});
