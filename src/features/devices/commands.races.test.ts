/** What waited for an event while a place of it changed hands. */
import { expect, it } from 'vitest';
import type { Db } from '#database/schema.ts';
import { addVisitor } from '#features/access/store/callers.ts';
import { testApp } from '#testing/app.ts';
import { deviceOf } from '#testing/devices.ts';
import { aRegistration } from '#testing/factories.ts';
import { overtake } from '#testing/races.ts';
import { fullEvent } from '#testing/waiting.ts';
import { handOver, listHoldings } from './store.ts';

const THINGS = [
  ['a place', 'rsvps'],
  ['a waiting entry', 'waiting'],
] as const;

/** The old phone gives its place or entry up, and waits for the event while `meanwhile` runs. */
async function giveUpDuring(
  kind: (typeof THINGS)[number][1],
  meanwhile: (tx: Db, id: string, device: string) => Promise<void>,
) {
  const app = await testApp('postgres');
  const { db } = app.context;
  const eventId = kind === 'rsvps' ? await app.event() : await fullEvent(app);
  const old = app.browser();
  const { id } = (await old.send(`POST /api/${kind}`, aRegistration(eventId))).json<{ id: string }>();
  await addVisitor(db, { id: 'other', tokenHash: 'other', now: app.context.now().toISOString() });
  const device = await deviceOf(app, old);
  const happens = (tx: Db) => meanwhile(tx, id, device);
  const left = await overtake(db, eventId, () => old.send(`DELETE /api/${kind}/${id}`), happens);
  return { status: left.statusCode, left: await listHoldings(db, { visitorIds: ['other'] }) };
}

const take = async (tx: Db, id: string): Promise<void> => {
  await handOver(tx, await listHoldings(tx, { ids: [id] }), 'other');
};

it.each(THINGS)('%s that was handed over meanwhile is not given up by the old phone', async (_, kind) => {
  expect(await giveUpDuring(kind, take)).toMatchObject({ status: 403, left: [{ visitorId: 'other' }] });
});

it.each(THINGS)('%s of a device that joined another visitor meanwhile is given up', async (_, kind) => {
  const joined = async (tx: Db, id: string, device: string) => {
    await take(tx, id);
    await tx.updateTable('devices').set({ visitor_id: 'other' }).where('id', '=', device).execute();
  };
  expect(await giveUpDuring(kind, joined)).toEqual({ status: 204, left: [] });
});
