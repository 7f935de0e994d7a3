import { beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '#database/schema.ts';
import { addVisitor } from '#features/access/store/callers.ts';
import { addEvent } from '#features/events/store.ts';
import { nameKey } from '#platform/names.ts';
import { DIALECTS, everyRow, freshDatabase } from '#testing/database.ts';
import { anEvent } from '#testing/factories.ts';
import { type EventState, MOST_NOTICES, MOST_OF_A_KIND, markSeen } from './contract.ts';
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
  return store.notifyEvent(db, { id: `n${told}`, eventId: 'trains', was, is, editRevision: 7, now: at(time), since });
};
const register = async (playerName: string, visitor_id: string | null, event_id = 'trains') => {
  const row = { id: `${playerName} ${event_id}`, event_id, player_name: playerName, name_key: nameKey(playerName) };
  const rest = { player_email: null, checked_in: 0, checked_in_at: null, checked_in_by: null, visitor_id } as const;
  await db
    .insertInto('rsvps')
    .values({ ...row, ...rest, created_at: at('16:00') })
    .execute();
};
const wait = async (visitor_id: string) => {
  const entry = { id: 'w', event_id: 'trains', player_name: 'Kim', name_key: 'kim', player_email: null, position: 1 };
  await db
    .insertInto('waiting_entries')
    .values({ ...entry, visitor_id, created_at: at('16:00') })
    .execute();
};
const hours = async (visitor: string) =>
  (await store.listNoticesOf(db, visitor)).map(({ was, is, seen }) => [
    was.startTime.slice(11, 13),
    is.startTime.slice(11, 13),
    seen,
  ]);

describe.each(DIALECTS)('%s', (dialect) => {
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

  it('what notices store tells each device with a place once, and nobody else', async () => {
    await wait('rosa');
    expect(await store.countHolders(db)).toEqual(
      new Map([
        ['trains', 2],
        ['chess', 1],
      ]),
    );
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

  it('what notices store joins a later change to one that nobody has seen, with the first before and the last after', async () => {
    await tell(ONE, TWO, '17:01');
    await register('Late', 'other');
    await tell(TWO, THREE, '17:03');
    expect([await hours('rosa'), await hours('other')]).toEqual([[['18', '20', false]], [['19', '20', false]]]);
    expect((await store.listNoticesOf(db, 'rosa'))[0]?.at).toBe(at('17:03'));
  });

  it('what notices store deletes a notice when the event is back where it was, but tells those who registered in between', async () => {
    await tell(ONE, TWO, '17:01');
    await register('Late', 'other');
    await tell(TWO, ONE, '17:03');
    expect([await hours('rosa'), await hours('other')]).toEqual([[], [['19', '18', false]]]);
  });

  it('what notices store replaces a seen notice with the later change, and adds a second one when the first is too old', async () => {
    await tell(ONE, TWO, '17:01');
    await store.markSeen(db, 'rosa', [`n${told}`], at('17:02'));
    await tell(TWO, ONE, '17:03');
    expect([await hours('rosa'), await hours('lena')]).toEqual([[['19', '18', false]], []]);
    await store.markSeen(db, 'rosa', [`n${told}`], at('17:04'));
    await tell(ONE, THREE, '17:09', at('17:04'));
    expect(await hours('rosa')).toEqual([
      ['18', '20', false],
      ['19', '18', true],
    ]);
  });

  it('what notices store replaces no notice of a device without a place, and none of another kind', async () => {
    const news = { id: 'p', eventId: 'trains', playerName: 'Lena', was: ONE, is: ONE };
    await store.addPlaceNotice(db, { ...news, kind: 'promoted', visitorId: 'lena', now: at('17:01') });
    await tell(ONE, TWO, '17:02');
    await store.markSeen(db, 'lena', ['p'], at('17:03'));
    await store.markSeen(db, 'rosa', [`n${told}`], at('17:03'));
    await db.deleteFrom('rsvps').where('visitor_id', '=', 'rosa').execute();
    await tell(TWO, THREE, '17:04');
    const seen = async (visitor: string) => (await store.listNoticesOf(db, visitor)).filter((notice) => notice.seen);
    expect((await seen('lena')).map(({ kind }) => kind)).toEqual(['promoted']);
    expect((await seen('rosa')).map(({ is }) => is)).toEqual([TWO]);
  });

  it('what notices store keeps the cancellation for those who wait when the event is restored and cancelled again', async () => {
    const gone = { ...ONE, cancelled: true };
    await wait('other');
    await tell(ONE, gone, '17:01');
    await store.markSeen(db, 'other', [`n${told}`], at('17:02'));
    await tell(gone, ONE, '17:03');
    await tell(ONE, gone, '17:04');
    expect((await store.listNoticesOf(db, 'other')).map(({ is }) => is.cancelled)).toEqual([true]);
  });

  it('what notices store joins no change for a device that has neither place nor entry any more', async () => {
    await tell(ONE, TWO, '17:01');
    await db.deleteFrom('rsvps').where('visitor_id', '=', 'rosa').execute();
    await tell(TWO, { ...THREE, cancelled: true }, '17:03');
    expect([await hours('rosa'), await hours('lena')]).toEqual([[['18', '19', false]], [['18', '20', false]]]);
  });

  it('what notices store says the revision of a cancelled event to those with a place, not to those who waited', async () => {
    await wait('other');
    await tell(ONE, TWO, '17:01');
    await tell(TWO, { ...TWO, cancelled: true }, '17:02');
    const revisionOf = async (visitor: string) => (await store.listNoticesOf(db, visitor))[0]?.is.editRevision;
    expect([await revisionOf('rosa'), await revisionOf('lena'), await revisionOf('other')]).toEqual([7, 7, undefined]);
    await tell({ ...TWO, cancelled: true }, ONE, '17:03');
    expect([await hours('rosa'), await hours('other')]).toEqual([[], []]);
  });

  it('what notices store keeps the newest of a device, those of its places apart from those of its events', async () => {
    const minute = (index: number) => at(`18:${String(index).padStart(2, '0')}`);
    const news = { eventId: 'trains', kind: 'promoted', playerName: 'Rosa', was: ONE, is: ONE } as const;
    const add = (visitorId: string, index: number) =>
      store.addPlaceNotice(db, { ...news, id: `p${index}`, visitorId, now: minute(index) });
    await tell(ONE, TWO, '17:01');
    await add('lena', 0);
    for (let index = 0; index < MOST_OF_A_KIND + 2; index += 1) await add('rosa', index);
    const kept = async (visitor: string) => (await store.listNoticesOf(db, visitor)).map(({ id }) => id);
    const newest = Array.from({ length: MOST_OF_A_KIND }, (_, index) => `p${MOST_OF_A_KIND + 1 - index}`);
    expect([await kept('rosa'), await kept('lena')]).toEqual([
      [...newest, `n${told}`],
      ['p0', `n${told}`],
    ]);
    const first = told;
    for (let index = 0; index < MOST_OF_A_KIND; index += 1) await tell(ONE, TWO, `19:${10 + index}`, at('19:59'));
    const changes = (await kept('rosa')).filter((id) => id.startsWith('n'));
    expect([changes.length, changes.at(-1), (await kept('rosa')).length]).toEqual([
      MOST_OF_A_KIND,
      `n${first + 1}`,
      MOST_NOTICES,
    ]);
  });

  it('what notices store lists no more than a device may say that it has seen', async () => {
    const row = { visitor_id: 'rosa', event_id: 'trains', kind: 'event', was: '{}', became: '{}' } as const;
    const rows = Array.from({ length: MOST_NOTICES + 1 }, (_, index) => ({ ...row, id: `old${index}` }));
    const times = { created_at: at('17:00'), updated_at: at('17:00') };
    await db
      .insertInto('notices')
      .values(rows.map((one) => ({ ...one, ...times })))
      .execute();
    const ids = (await store.listNoticesOf(db, 'rosa')).map(({ id }) => id);
    expect(ids).toHaveLength(MOST_NOTICES);
    expect(markSeen.body.safeParse({ ids }).success).toBe(true);
  });

  it('what notices store marks only the visitor’s own notices as seen, and each once', async () => {
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

  it('what notices store keeps what happened to a place with its person', async () => {
    const news = { id: 'p', visitorId: 'rosa', eventId: 'trains', playerName: 'Rosa', was: ONE, is: ONE };
    await store.addPlaceNotice(db, { ...news, kind: 'promoted', now: at('17:01') });
    await tell(ONE, TWO, '17:02');
    expect((await store.listNoticesOf(db, 'rosa')).map(({ kind, playerName }) => [kind, playerName])).toEqual([
      ['event', null],
      ['promoted', 'Rosa'],
    ]);
  });

  it('what notices store forgets one visitor’s notices, and drops those from before a moment', async () => {
    await tell(ONE, TWO, '17:01');
    await store.forgetNoticesOf(db, 'rosa');
    expect([await hours('rosa'), await hours('lena')]).toEqual([[], [['18', '19', false]]]);
    expect([await store.dropNotices(db, at('17:01')), await store.dropNotices(db, at('17:02'))]).toEqual([0, 1]);
  });
});
