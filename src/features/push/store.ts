/** SQL of the outbox: one row for each message and phone. */
import type { Db, Schema } from '#database/schema.ts';
import { noteChange } from '#database/transactions.ts';
import { KINDS, type Kind, type Recipients } from './rules/kinds.ts';

type NewRows = Pick<Schema['outbox'], 'key' | 'body' | 'due_at' | 'ends_at'> & { readonly kind: Kind };

/** Its topic; no screen watches it. */
export const OUTBOX = 'outbox';

const holdersOf = (db: Db, eventId: string) =>
  db
    .selectFrom('rsvps')
    .select('visitor_id')
    .where('event_id', '=', eventId)
    .union(db.selectFrom('waiting_entries').select('visitor_id').where('event_id', '=', eventId));

/** Adds a row for every phone of these people that wants the kind and has not got this key yet, in one statement. */
export async function addRows(db: Db, to: Recipients, row: NewRows): Promise<void> {
  let phones = db.selectFrom('push_subscriptions').where('kinds', 'like', `%"${row.kind}"%`);
  if (to !== 'everybody') {
    const visitors = 'eventId' in to ? holdersOf(db, to.eventId) : to.visitors;
    const devices = db.selectFrom('devices').select('id').where('visitor_id', 'in', visitors);
    phones = phones.where('device_id', 'in', devices);
  }
  const { key, kind, body, due_at, ends_at } = row;
  const added = await db
    .insertInto('outbox')
    .columns(['key', 'subscription_id', 'kind', 'body', 'due_at', 'ends_at'])
    .expression(
      phones.select(({ val, ref }) => [
        val(key).as('key'),
        ref('push_subscriptions.id').as('subscription_id'),
        val<string>(kind).as('kind'),
        val(body).as('body'),
        val(due_at).as('due_at'),
        val(ends_at).as('ends_at'),
      ]),
    )
    .onConflict((conflict) => conflict.columns(['key', 'subscription_id']).doNothing())
    .executeTakeFirst();
  if (added.numInsertedOrUpdatedRows) noteChange(db, OUTBOX);
}

type NewSubscription = Omit<Schema['push_subscriptions'], 'kinds'> & { readonly kinds: string | null };

/**
 * Makes this the only subscription of its device, and returns its kinds. Those of another device with the same endpoint and
 * secret are this browser's from before it lost its cookie.
 */
export async function saveSubscription(db: Db, { kinds, ...row }: NewSubscription): Promise<string> {
  const { id, device_id, created_at, ...address } = row;
  const { endpoint, auth } = address;
  await db
    .deleteFrom('push_subscriptions')
    .where('endpoint', '=', endpoint)
    .where('auth', '=', auth)
    .where('device_id', '!=', device_id)
    .execute();
  const saved = await db
    .insertInto('push_subscriptions')
    .values({ ...row, kinds: kinds ?? JSON.stringify(KINDS) })
    .onConflict((conflict) =>
      conflict.column('device_id').doUpdateSet({ ...address, ...(kinds === null ? {} : { kinds }) }),
    )
    .returning('kinds')
    .executeTakeFirstOrThrow();
  return saved.kinds;
}

export async function dropSubscriptionOf(db: Db, deviceId: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('device_id', '=', deviceId).execute();
}

/** For a restored file: its subscriptions are for the keys of its festival. */
export async function dropAllSubscriptions(db: Db): Promise<void> {
  await db.deleteFrom('push_subscriptions').execute();
}
