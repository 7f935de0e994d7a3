import { createHmac, timingSafeEqual } from 'node:crypto';
import { transact } from '#database/connect.ts';
import { brokeUnique } from '#database/portable.ts';
import type { Db } from '#database/schema.ts';
import type { World } from '#features/access/commands.ts';
import { record } from '#features/audit/commands.ts';
import { noSuchEvent } from '#features/events/commands.ts';
import { findEvent, holdEvent, takeSeat } from '#features/events/store.ts';
import { canRegister, nameTaken } from '#features/rsvps/rules.ts';
import { addRsvp, findHolder } from '#features/rsvps/store.ts';
import { nameKey } from '#platform/names.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import type { Asking } from '#platform/server/asking.ts';
import type { StaffRsvp } from './contract.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';

/** What festival.json says of check-in. */
export type CheckInFacts = { readonly timeZone: string; readonly window: rules.Window | null };

const sign = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(`check-in code ${text}`).digest('base64url');

/** The text a QR code carries. */
export function codeToken({ secret }: Pick<World, 'secret'>, code: rules.Code): string {
  const text = rules.codeText(code);
  return `${text}.${sign(secret, text)}`;
}

/** @throws Refusal CODE_INVALID for a token this festival did not make. */
function verifiedCode({ secret }: World, token: string): rules.Code {
  const code = rules.readCode(token);
  if (code === null) throw rules.codeInvalid();
  // Compared as written and not as decoded: one signature has one spelling. readCode has seen to the equal length.
  const wanted = Buffer.from(sign(secret, rules.codeText(code)));
  if (!timingSafeEqual(wanted, Buffer.from(code.signature))) throw rules.codeInvalid();
  return code;
}

const refuse = (verdict: Verdict): void => {
  if (verdict !== null) throw verdict;
};

/**
 * Checks in the person of this name at the code's event and says so. No name is looked at before the code has proved
 * itself. The event is held, so that neither its status nor its code changes meanwhile.
 * @throws Refusal CODE_INVALID, CODE_VOID, CODE_CLOSED, NOT_FOUND or EVENT_OVER.
 */
export async function checkIn(
  world: World,
  facts: CheckInFacts,
  { token, playerName }: { token: string; playerName: string },
): Promise<string> {
  const { eventId, generation } = verifiedCode(world, token);
  const now = world.now().toISOString();
  return transact(world.db, async (tx) => {
    const held = await holdEvent(tx, eventId);
    if (held === null) throw rules.eventGone();
    const { event } = held;
    if (generation !== (await store.readGeneration(tx, eventId))) throw rules.codeVoid();
    refuse(rules.isOpen(event, facts.window, now, facts.timeZone));
    const place = rules.findPlace(await store.listPlaces(tx, eventId), playerName);
    if (place === null) throw rules.noRegistration(playerName, event.title);
    if (place.checkedIn) return rules.ALREADY_CHECKED_IN;
    refuse(rules.canCheckIn(event));
    return (await store.markCheckedIn(tx, place.id, now)) ? rules.CHECKED_IN : rules.ALREADY_CHECKED_IN;
  });
}

/** @throws Refusal NOT_FOUND. */
export async function currentCode(world: World, eventId: string): Promise<string> {
  const generation = await store.readGeneration(world.db, eventId);
  if (generation === null) throw noSuchEvent();
  return codeToken(world, { eventId, generation });
}

/** A new code; those made before are void from now on. @throws Refusal NOT_FOUND. */
export const renewCode = (world: World, asking: Asking, eventId: string): Promise<string> =>
  transact(world.db, async (tx) => {
    const generation = await store.raiseGeneration(tx, eventId);
    const found = await findEvent(tx, eventId);
    if (generation === null || found === null) throw noSuchEvent();
    const [before, after] = [{ generation: generation - 1 }, { generation }];
    await record(world, tx, asking, { action: 'check-in code renewed', subject: found.event.title, before, after });
    return codeToken(world, { eventId, generation });
  });

/** Everybody with a place in the event. @throws Refusal NOT_FOUND. */
export async function listAtTheDoor({ db }: World, eventId: string): Promise<StaffRsvp[]> {
  if ((await findEvent(db, eventId)) === null) throw noSuchEvent();
  return store.listStaffRsvps(db, eventId);
}

/** What the audit keeps of a place. Not the e-mail: that is deleted after the festival, and the audit stays. */
const noted = ({ playerEmail: _, ...rsvp }: StaffRsvp): Omit<StaffRsvp, 'playerEmail'> => rsvp;

/**
 * Registers somebody who stands at the door and checks them in. The seat is taken as every other is, so the last one
 * goes to a walk-in or to an RSVP, whichever comes first. The place belongs to no device.
 * @throws Refusal NOT_FOUND, EVENT_FULL, EVENT_OVER, BRACKET_DRAWN or ALREADY_REGISTERED.
 */
export async function addWalkIn(
  world: World,
  asking: Asking,
  { eventId, playerName }: { eventId: string; playerName: string },
): Promise<StaffRsvp> {
  const id = world.newId();
  const now = world.now().toISOString();
  const seatAndPlace = async (tx: Db): Promise<StaffRsvp> => {
    const seat = await takeSeat(tx, eventId);
    const found = seat ?? (await findEvent(tx, eventId));
    if (found === null) throw noSuchEvent();
    const key = nameKey(playerName);
    const sameName = (await findHolder(tx, eventId, key)) === undefined ? null : 'other';
    refuse(canRegister({ ...found, playerName, sameName, deviceCount: 0 }));
    // Nothing forbids it, yet no seat was taken: it was freed between the two statements.
    if (seat === null) throw new Refusal('BUSY', 'Please try again.', { retryAfter: 1 });
    await addRsvp(tx, { id, eventId, playerName, nameKey: key, playerEmail: null, visitorId: null, now });
    await store.markCheckedIn(tx, id, now);
    const added = await reread(tx, id);
    await record(world, tx, asking, {
      action: 'walk-in added',
      subject: playerName,
      before: null,
      after: noted(added),
    });
    return added;
  };
  try {
    return await transact(world.db, seatAndPlace);
  } catch (error) {
    // Two of one name at the same moment: the constraint let one through.
    throw brokeUnique(error) ? nameTaken(playerName) : error;
  }
}

/**
 * Checks a place in by hand, or takes that back. Each says what shall be and not "the other way": of two organisers who
 * tap the same person, the second changes nothing and is told the same.
 * @throws Refusal NOT_FOUND or EVENT_OVER.
 */
export const checkInByStaff = (world: World, asking: Asking, rsvpId: string): Promise<StaffRsvp> =>
  changePlace(world, asking, rsvpId, 'checked in by staff', (tx, now) => store.markCheckedIn(tx, rsvpId, now));

export const undoCheckIn = (world: World, asking: Asking, rsvpId: string): Promise<StaffRsvp> =>
  changePlace(world, asking, rsvpId, 'check-in undone', (tx) => store.unmarkCheckedIn(tx, rsvpId));

const changePlace = (
  world: World,
  asking: Asking,
  rsvpId: string,
  action: string,
  change: (tx: Db, now: string) => Promise<boolean>,
): Promise<StaffRsvp> =>
  transact(world.db, async (tx) => {
    const { eventId } = await reread(tx, rsvpId);
    // Held before the place is touched, in the order registering takes them, so that the two cannot deadlock.
    const held = await holdEvent(tx, eventId);
    if (held === null) throw noSuchPlace();
    refuse(rules.canCheckIn(held.event));
    const before = await reread(tx, rsvpId);
    if (!(await change(tx, world.now().toISOString()))) return before;
    const after = await reread(tx, rsvpId);
    const subject = `${after.playerName} at ${held.event.title}`;
    await record(world, tx, asking, { action, subject, before: noted(before), after: noted(after) });
    return after;
  });

const noSuchPlace = (): Refusal => new Refusal('NOT_FOUND', 'This place was cancelled.');

async function reread(tx: Db, rsvpId: string): Promise<StaffRsvp> {
  const rsvp = await store.findStaffRsvp(tx, rsvpId);
  if (rsvp === null) throw noSuchPlace();
  return rsvp;
}
