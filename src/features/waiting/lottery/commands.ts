import { createHash } from 'node:crypto';
import type { Db } from '#database/schema.ts';
import { transact } from '#database/transactions.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { recordByItself } from '#features/audit/commands.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { isEnded } from '#features/events/rules/clock.ts';
import { edited } from '#features/events/rules/edits.ts';
import { changeEvent, listEvents, lockEvents } from '#features/events/store.ts';
import { festivalInForce } from '#features/festival/commands.ts';
import { drawnAt } from '#features/festival/rules/opening.ts';
import { settleLine } from '#features/rsvps/commands/seats.ts';
import { orderLine } from '../store.ts';
import { drawPlaces } from './rules.ts';
import * as store from './store.ts';

type Due = Pick<CommandContext, 'db' | 'now' | 'festivalFile'>;

/** The events whose places are to be drawn now. One that has ended has nobody who waits. */
async function listDue(context: Due, tx: Db): Promise<FestivalEvent[]> {
  const now = context.now().toISOString();
  const events = (await listEvents(tx, null, store.lotteries(tx))).filter((event) => !isEnded(event, now));
  if (events.length === 0) return [];
  const at = drawnAt(await festivalInForce(context, tx));
  return at !== null && at <= now ? events : [];
}

export const isDrawDue = async (context: Due): Promise<boolean> => (await listDue(context, context.db)).length > 0;

/** Draws the places of all events at once, and tells everybody who asked. Returns how many events. */
export const drawDue = (context: CommandContext): Promise<number> =>
  transact(context.db, async (tx) => {
    const ids = (await listDue(context, tx)).map(({ id }) => id);
    // Another instance may have drawn before the lock.
    const events = (await lockEvents(tx, ids)).filter(({ lottery }) => lottery);
    if (events.length === 0) return 0;
    const seed = context.newId();
    const toDraw = [];
    for (const event of events) {
      const seats = event.capacity - event.currentRegistrations;
      toDraw.push({ ...event, seats, requests: await store.listRequests(tx, event.id) });
    }
    const rankOf = (id: string) => createHash('sha256').update(`${seed} ${id}`).digest('hex');
    const drawn = drawPlaces(toDraw, await store.listHeld(tx, ids), rankOf);
    for (const event of events) {
      const order = drawn.get(event.id) ?? [];
      const after = await changeEvent(tx, event.id, { lottery: false, ...edited(context.now()) });
      await orderLine(tx, event.id, order);
      await settleLine(context, tx, event.id);
      const left = await store.listLeft(tx, event.id);
      // From the first position on, so that a burst which comes back finds its own taken.
      await orderLine(
        tx,
        event.id,
        left.map(({ id }) => id),
      );
      for (const { visitorId, playerName } of left)
        await context.hooks.notifyPlace(context, tx, {
          visitorId,
          playerName,
          kind: 'moved',
          says: 'in-line',
          event: after,
        });
      await recordByItself(context, tx, {
        action: 'places drawn',
        subject: event.title,
        eventId: event.id,
        before: null,
        after: { seed, people: order.length, given: order.length - left.length },
      });
    }
    return events.length;
  });
