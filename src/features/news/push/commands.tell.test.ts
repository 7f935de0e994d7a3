import { beforeEach, describe, expect, it } from 'vitest';
import { onCommit, transact } from '#database/transactions.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { addVisitor } from '#features/access/store/callers.ts';
import { nameKey } from '#platform/names.ts';
import { storeEvent, testContext } from '#testing/context.ts';
import { DIALECTS, freshDatabase } from '#testing/database.ts';
import { forgetVisitor } from '#testing/forget.ts';
import { untilBlocked } from '#testing/races.ts';
import { outboxOf, subscribe } from '#testing/subscriptions.ts';
import { type Telling, tell } from './commands.ts';
import type { Recipients } from './rules.ts';
import { dropSubscriptions, OUTBOX } from './store.ts';

const created_at = '2025-11-14T16:00:00.000Z';
const SAID = { key: 'k', kind: 'changed', about: { eventId: 'e' } } as const;

let context: CommandContext;
let eventId: string;
const tellThem = (to: Recipients, said: Partial<Telling> = {}) =>
  transact(context.db, (tx) => tell(context, tx, { ...SAID, endsAt: '2025-11-14T20:00:00.000Z', to, ...said }));

describe.each(DIALECTS)('%s', (dialect) => {
  beforeEach(async () => {
    const connection = await freshDatabase(dialect);
    const { db } = connection;
    context = await testContext(connection);
    for (const id of ['rosa', 'lena', 'mo']) {
      await addVisitor(db, { id, tokenHash: id, now: created_at });
      await subscribe(db, id);
    }
    eventId = await storeEvent(context);
    const row = (name: string) => ({
      id: name,
      event_id: eventId,
      player_name: name,
      name_key: nameKey(name),
      player_email: null,
      created_at,
    });
    const place = { checked_in: 0, checked_in_at: null, checked_in_by: null } as const;
    for (const [name, visitor_id] of [
      ['Rosa', 'rosa'],
      ['Ben', 'rosa'],
      ['Walk-in', null],
    ] as const)
      await db
        .insertInto('rsvps')
        .values({ ...row(name), ...place, visitor_id })
        .execute();
    await db
      .insertInto('waiting_entries')
      .values({ ...row('Lena'), visitor_id: 'lena', position: 1 })
      .execute();
  });

  it('telling phones writes a row for each phone of those it concerns', async () => {
    await tellThem({ eventId });
    await tellThem({ visitors: ['mo'] }, { key: 'm' });
    await tellThem({ visitors: [] }, { key: 'nobody' });
    await tellThem('everybody', { key: 'all' });
    await tellThem({ eventId, isStart: true }, { key: 'places' });
    expect(await outboxOf(context.db)).toEqual([
      's-lena all',
      's-lena k',
      's-mo all',
      's-mo m',
      's-rosa all',
      's-rosa k',
      's-rosa places',
    ]);
    const row = await context.db.selectFrom('outbox').selectAll().where('key', '=', 'm').executeTakeFirst();
    expect(row).toEqual({
      key: 'm',
      subscription_id: 's-mo',
      kind: 'changed',
      about: '{"eventId":"e"}',
      version: expect.any(String),
      told: null,
      due_at: '2025-11-14T16:59:00.000Z',
      ends_at: '2025-11-14T20:00:00.000Z',
      tries: 0,
      lease_until: null,
      sent_at: null,
    });
  });

  it('telling phones writes a key once for a phone, also when it was sent', async () => {
    await tellThem({ eventId });
    await context.db.updateTable('outbox').set({ sent_at: created_at }).execute();
    await tellThem('everybody', { about: {} });
    const rows = await context.db.selectFrom('outbox').select(['subscription_id', 'about', 'sent_at']).execute();
    expect(rows.filter(({ sent_at }) => sent_at !== null).map(({ about }) => about)).toEqual([
      '{"eventId":"e"}',
      '{"eventId":"e"}',
    ]);
    expect(rows.filter(({ sent_at }) => sent_at === null).map(({ subscription_id }) => subscription_id)).toEqual([
      's-mo',
    ]);
  });

  it('telling phones again makes what waits or was sent due anew, with what the phone knows and what it was about at first', async () => {
    await tellThem({ visitors: ['mo', 'lena'] });
    await context.db
      .updateTable('outbox')
      .set({ sent_at: created_at, told: 'A', tries: 3 })
      .where('subscription_id', '=', 's-mo')
      .execute();
    const before = await context.db.selectFrom('outbox').select('version').executeTakeFirstOrThrow();
    await tellThem({ visitors: ['mo', 'lena'] }, { about: {}, again: true, endsAt: '2025-11-14T21:00:00.000Z' });
    const rows = await context.db.selectFrom('outbox').selectAll().orderBy('subscription_id').execute();
    const anew = { about: '{"eventId":"e"}', tries: 0, sent_at: null, ends_at: '2025-11-14T21:00:00.000Z' };
    expect(rows).toMatchObject([
      { ...anew, told: null },
      { ...anew, told: 'A' },
    ]);
    expect(rows.map(({ version }) => version)).not.toContain(before.version);
  });

  it('telling phones leaves out a phone whose subscription is dropped meanwhile', async () => {
    const [isDropped, isTold] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const dropping = transact(context.db, async (tx) => {
      await dropSubscriptions(tx, ['s-rosa']);
      isDropped.resolve();
      // SQLite runs one transaction after the other.
      if (dialect === 'postgres') await isTold.promise;
    });
    await isDropped.promise;
    const telling = transact(context.db, async (tx) => {
      const told = tell(context, tx, { ...SAID, endsAt: '2025-11-14T20:00:00.000Z', to: 'everybody' });
      if (dialect === 'postgres') await untilBlocked(context.db, 1);
      isTold.resolve();
      await told;
    });
    await Promise.all([dropping, telling]);
    expect(await outboxOf(context.db)).toEqual(['s-lena k', 's-mo k']);
  });

  it('telling phones leaves out phones that do not want the kind', async () => {
    await context.db.deleteFrom('push_subscriptions').execute();
    await subscribe(context.db, 'rosa', ['starts', 'urgent']);
    await subscribe(context.db, 'mo', ['changed']);
    await tellThem('everybody');
    expect(await outboxOf(context.db)).toEqual(['s-mo k']);
  });

  it('telling phones says after the commit that there is something to send, and nothing for nobody', async () => {
    const heard: unknown[] = [];
    onCommit(context.db, (changes) => heard.push(...changes.keys()));
    await tellThem({ visitors: ['nobody'] });
    expect(heard).toEqual([]);
    await tellThem({ visitors: ['mo'] });
    expect(heard).toEqual([OUTBOX]);
  });

  it('telling phones writes nothing when the transaction is rolled back', async () => {
    const act = transact(context.db, async (tx) => {
      await tell(context, tx, { ...SAID, endsAt: created_at, to: 'everybody' });
      throw new Error('rolled back');
    });
    await expect(act).rejects.toThrow('rolled back');
    expect(await outboxOf(context.db)).toEqual([]);
  });

  it('telling phones forgets what was for the phone of a forgotten visitor', async () => {
    await tellThem('everybody');
    await forgetVisitor(context, 'mo');
    expect(await outboxOf(context.db)).toEqual(['s-lena k', 's-rosa k']);
  });
});
