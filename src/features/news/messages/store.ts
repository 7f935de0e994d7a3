/** SQL of messages. */
import { type Selectable, sql } from 'kysely';
import { fromFlag, toFlag } from '#database/portable.ts';
import type { Db, Schema } from '#database/schema.ts';
import { noteChange, noteOwners } from '#database/transactions.ts';
import { holdersOf, presentEvents } from '#features/events/store.ts';
import type { Caller } from '#platform/server/caller.ts';
import type { Message } from './contract.ts';
import { fromWords, mayRead } from './rules.ts';

type Row = Selectable<Schema['messages']>;

const asMessage = (row: Row): Message => ({
  id: row.id,
  text: row.text,
  urgent: fromFlag(row.urgent),
  audience: row.audience,
  eventId: row.event_id,
  from: fromWords(row.by_name, row.by_role),
  at: row.created_at,
  endsAt: row.ends_at,
  revision: row.revision,
});

const standing = (db: Db) => db.selectFrom('messages').selectAll().where('withdrawn_at', 'is', null);

/** Of every end: readers look at the time. */
export async function listPublic(db: Db, ids: readonly string[] | null = null): Promise<Message[]> {
  const query = standing(db).where('audience', '=', 'everybody').orderBy('created_at', 'desc').orderBy('id', 'desc');
  return (await (ids === null ? query : query.where('id', 'in', ids)).execute()).map(asMessage);
}

const eventsOf = (db: Db, visitorId: string) =>
  db
    .selectFrom('rsvps')
    .select('event_id')
    .where('visitor_id', '=', visitorId)
    .union(db.selectFrom('waiting_entries').select('event_id').where('visitor_id', '=', visitorId));

/** Newest first. */
export async function listFor(
  db: Db,
  { visitorId, staff }: Pick<Caller, 'visitorId' | 'staff'>,
  now: string,
): Promise<Message[]> {
  const rows = await standing(db)
    .where('ends_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const named = rows.flatMap(({ event_id }) => event_id ?? []);
  const events =
    named.length === 0 ? [] : await presentEvents(db).select(['id', 'location']).where('id', 'in', named).execute();
  const held = events.length === 0 || visitorId === null ? [] : await eventsOf(db, visitorId).execute();
  const reader = { staff, eventIds: new Set(held.map(({ event_id }) => event_id)) };
  const eventOf = new Map(events.map((event) => [event.id, event]));
  return rows
    .filter(({ audience, event_id }) => mayRead(reader, audience, eventOf.get(event_id ?? '') ?? null))
    .map(asMessage);
}

export async function findMessage(db: Db, id: string): Promise<Message | null> {
  const row = await standing(db).where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : asMessage(row);
}

/** Returns the event whose people a message is for, `none` for another message, null for an unknown one. */
export async function readMessageEvent(db: Db, id: string): Promise<string | 'none' | null> {
  const row = await db.selectFrom('messages').select('event_id').where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : (row.event_id ?? 'none');
}

/** Urgent ones are counted apart: what is ordinary never stands in their way. */
export async function countInForce(db: Db, now: string, urgent: boolean): Promise<number> {
  const query = db.selectFrom('messages').select(({ fn }) => fn.countAll().as('count'));
  const inForce = query
    .where('urgent', '=', toFlag(urgent))
    .where('withdrawn_at', 'is', null)
    .where('ends_at', '>', now);
  return Number((await inForce.executeTakeFirstOrThrow()).count);
}

type NewRow = Omit<Row, 'urgent' | 'withdrawn_at' | 'revision'> & { readonly urgent: boolean };

export async function addMessage(db: Db, { urgent, ...row }: NewRow): Promise<Message> {
  const values = { ...row, urgent: toFlag(urgent) };
  return announced(db, await db.insertInto('messages').values(values).returningAll().executeTakeFirstOrThrow());
}

type NewText = Pick<Row, 'text' | 'by_name' | 'by_role'>;

/** Returns the message with its new text; null when it was withdrawn meanwhile. */
export async function changeText(db: Db, id: string, words: NewText): Promise<Message | null> {
  const update = db.updateTable('messages').set(({ eb }) => ({ ...words, revision: eb('revision', '+', 1) }));
  const row = await update.where('id', '=', id).where('withdrawn_at', 'is', null).returningAll().executeTakeFirst();
  if (row === undefined) return null;
  // Phones say it again when they show the new text.
  await db.deleteFrom('shown_messages').where('message_id', '=', id).execute();
  return announced(db, row);
}

/** Returns the message as it was; null when it was withdrawn before. */
export async function withdraw(db: Db, id: string, now: string): Promise<Message | null> {
  const update = db.updateTable('messages').set({ withdrawn_at: now }).where('id', '=', id);
  const row = await update.where('withdrawn_at', 'is', null).returningAll().executeTakeFirst();
  if (row === undefined) return null;
  return announced(db, row);
}

export async function addShown(db: Db, deviceId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .insertInto('shown_messages')
    .values(ids.map((id) => ({ message_id: id, device_id: deviceId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns how many phones showed each message as it is now, as a push message or on an open page. */
export async function countPhones(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const pushed = db
    .selectFrom('outbox')
    .innerJoin('push_subscriptions', 'push_subscriptions.id', 'outbox.subscription_id')
    .innerJoin('messages', (join) => join.on(sql`${sql.lit(pushKey(''))} || messages.id`, '=', sql.ref('outbox.key')))
    .select(['messages.id', 'push_subscriptions.device_id'])
    .where('messages.id', 'in', ids)
    .where('told', '=', sql<string>`cast(messages.revision as text)`);
  const shown = db
    .selectFrom('shown_messages')
    .select(['message_id as id', 'device_id'])
    .where('message_id', 'in', ids);
  const rows = await db
    .selectFrom(pushed.union(shown).as('phones'))
    .select(({ fn }) => ['id', fn.countAll().as('phones')])
    .groupBy('id')
    .execute();
  const phones = new Map(rows.map((row) => [row.id, Number(row.phones)]));
  return new Map(ids.map((id) => [id, phones.get(id) ?? 0]));
}

/** Its key in the outbox. */
export const pushKey = (id: string): string => `message ${id}`;

/** Notes whose screens ask again. What is not for everybody goes to no screen by itself. */
async function announced(db: Db, row: Row): Promise<Message> {
  if (row.audience === 'everybody') noteChange(db, 'messages', [row.id]);
  else noteChange(db, 'staff');
  if (row.event_id !== null) noteOwners(db, await holdersOf(db, row.event_id).execute());
  return asMessage(row);
}

export async function clearNames(db: Db): Promise<void> {
  await db.updateTable('messages').set({ by_name: null }).where('by_name', 'is not', null).execute();
  noteChange(db, 'messages');
}
