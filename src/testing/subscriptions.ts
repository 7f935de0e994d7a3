/** Phones that get push messages, and what the outbox has for them. */
import { createECDH, randomBytes } from 'node:crypto';
import type { Db } from '#database/schema.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import type { Deliver } from '#features/news/push/client.ts';
import { deliverDue } from '#features/news/push/commands.ts';
import { KINDS, type Kind } from '#features/news/push/rules.ts';
import { jobContext } from './context.ts';

/** Subscribes a device; of a visitor's first device the id is the visitor's. */
export const subscribe = (db: Db, deviceId: string, kinds: readonly Kind[] = KINDS) =>
  db
    .insertInto('push_subscriptions')
    .values({
      id: `s-${deviceId}`,
      device_id: deviceId,
      endpoint: `https://push.example.org/${deviceId}`,
      p256dh: 'key',
      auth: 'auth',
      kinds: JSON.stringify(kinds),
    })
    .execute();

/** Returns "subscription key" of every row. */
export async function outboxOf(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('outbox').select(['subscription_id', 'key']).execute();
  return rows.map(({ subscription_id, key }) => `${subscription_id} ${key}`).sort();
}

/** Returns what phones would be told now, by row: what is not worth telling is left out. */
export async function toldNow(context: CommandContext) {
  const { db, hooks } = context;
  const rows = await db
    .selectFrom('outbox')
    .innerJoin('push_subscriptions', 'push_subscriptions.id', 'outbox.subscription_id')
    .innerJoin('devices', 'devices.id', 'device_id')
    .select(['device_id as deviceId', 'visitor_id as visitorId', 'kind', 'about', 'told', 'sent_at as sentAt'])
    .where('sent_at', 'is', null)
    .orderBy('outbox.key')
    .orderBy('subscription_id')
    .execute();
  const said = rows.map(async ({ deviceId, kind, ...subject }) => {
    const words = await hooks.say[kind as Kind](jobContext(context), subject);
    if (words === null) return [];
    const { title, body, url } = words;
    return [{ deviceId, kind, title, body, url }];
  });
  return (await Promise.all(said)).flat();
}

/** Sends what is due in the outbox, and returns what phones show, as texts. */
export async function sendAll(context: CommandContext): Promise<string[]> {
  const sent: string[] = [];
  const deliver: Deliver = async (_, { body }) => {
    sent.push(JSON.parse(body).body);
    return { kind: 'sent' };
  };
  await deliverDue(jobContext(context, { deliver }));
  return sent;
}

let made = 0;

/** What a browser sends that subscribed at a push service of the internet. */
export function aSubscription(number = ++made) {
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  const keys = { p256dh: curve.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') };
  return { endpoint: `https://push.example.org/${number}`, keys };
}
