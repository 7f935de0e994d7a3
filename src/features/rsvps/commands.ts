import { transact } from '#database/connect.ts';
import { brokeUnique } from '#database/portable.ts';
import type { Db } from '#database/schema.ts';
import { type World, type Write, type Written, writeAsVisitor } from '#features/access/commands.ts';
import { noSuchEvent } from '#features/events/commands.ts';
import { findEvent, freeSeats, holdEvent, takeSeat } from '#features/events/store.ts';
import type { RenamePlaces } from '#features/users/commands.ts';
import { nameKey } from '#platform/names.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Asking } from '#platform/server/asking.ts';
import type { Registration, Rsvp } from './contract.ts';
import { canCancel, nameTaken, whyNotRegister } from './rules.ts';
import * as store from './store.ts';

/**
 * Takes a place. The seat comes first: its conditional update holds the event, so that what the rules are told stays
 * true until the commit; a refusal afterwards gives the seat back with the rollback.
 * @throws Refusal NOT_FOUND, EVENT_FULL, EVENT_OVER, BRACKET_DRAWN, ALREADY_REGISTERED or TOO_MANY_HERE.
 */
export async function register(world: World, write: Write, registration: Registration): Promise<Written<Rsvp>> {
  try {
    return await writeAsVisitor(world, write, {
      act: (tx, visitorId) => takePlace(world, tx, visitorId, registration),
      recall: async (tx, { id }) => (await store.findRsvp(tx, id))?.rsvp ?? wasCancelled(),
    });
  } catch (error) {
    // Two of one name at the same moment: the constraint let one through.
    throw brokeUnique(error) ? nameTaken(registration.playerName) : error;
  }
}

function wasCancelled(): never {
  throw new Refusal('GONE', 'This place was cancelled in the meantime. Register again if you still want it.');
}

async function takePlace(world: World, tx: Db, visitorId: string, registration: Registration): Promise<Rsvp> {
  const { eventId, playerName, playerEmail } = registration;
  const seat = await takeSeat(tx, eventId);
  const found = seat ?? (await findEvent(tx, eventId));
  if (found === null) throw noSuchEvent();
  const key = nameKey(playerName);
  const holder = await store.findHolder(tx, eventId, key);
  const heldBy = holder === undefined ? null : holder === visitorId ? 'same-device' : 'other';
  const placesHere = await store.countPlacesOf(tx, eventId, visitorId);
  const refusal = whyNotRegister({ event: found, placesHere, name: { playerName, heldBy } });
  if (refusal !== null) throw refusal;
  // Nothing forbids it, yet no seat was taken: it was freed between the two statements. Rare; the person tries again.
  if (seat === null) throw new Refusal('BUSY', 'Please try again.', { retryAfter: 1 });
  return store.addRsvp(tx, {
    id: world.newId(),
    eventId,
    playerName,
    nameKey: key,
    playerEmail: playerEmail ?? null,
    visitorId,
    now: world.now().toISOString(),
  });
}

/** Gives a place back. @throws Refusal NOT_FOUND or NOT_YOURS. */
export const cancel = (world: World, asking: Asking, id: string): Promise<void> =>
  transact(world.db, async (tx) => {
    const owned = await store.findRsvp(tx, id);
    if (owned === null) throw noSuchRsvp();
    const refusal = canCancel(owned.visitorId, asking);
    if (refusal !== null) throw refusal;
    // The event is held before the RSVP goes, as by all who touch both (check-in, deleting, forgetting), so that no two deadlock.
    await holdEvent(tx, owned.rsvp.eventId);
    // Of two who cancel it at once only one gets further and frees the seat.
    if (!(await store.removeRsvp(tx, id))) throw noSuchRsvp();
    await freeSeats(tx, owned.rsvp.eventId);
  });

const noSuchRsvp = (): Refusal => new Refusal('NOT_FOUND', 'This place was already cancelled.');

/** Gives the places of a renamed user the new name. @throws Refusal CHANGED_MEANWHILE. */
export const renamePlaces: RenamePlaces = async (tx, of, to) => {
  await store.renamePlaces(tx, of, to).catch((error: unknown) => {
    if (!brokeUnique(error)) throw error;
    throw new Refusal('CHANGED_MEANWHILE', `Someone has just registered as ${to.name}. Please try again.`);
  });
};
