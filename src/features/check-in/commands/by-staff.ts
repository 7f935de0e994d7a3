/** Check-in by organisers at the door. */
import { brokeUnique } from '#database/portable.ts';
import type { Db } from '#database/schema.ts';
import type { CommandContext, Hooks } from '#features/access/commands/writes.ts';
import type { StaffWork, StaffWriting } from '#features/audit/commands.ts';
import { playsIn } from '#features/brackets/commands/entrants.ts';
import { lockEventOrThrow } from '#features/events/commands.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { whyOver } from '#features/events/rules/status.ts';
import { findEvent, lockEvent } from '#features/events/store.ts';
import { takePlace } from '#features/rsvps/commands/places.ts';
import { takeAgain } from '#features/rsvps/no-shows/commands.ts';
import { Refusal, throwRefusal } from '#platform/refusal.ts';
import { isOrganiser, type Staff } from '#platform/staff.ts';
import type * as contract from '../contract.ts';
import type { StaffRsvp, TappedRsvp } from '../contract.ts';
import * as rules from '../rules/check-ins.ts';
import * as taps from '../rules/taps.ts';
import * as store from '../store.ts';

/** Registers a walk-in, whose place belongs to no device, and checks them in. */
export const addWalkIn: StaffWork<typeof contract.addWalkIn> = async (given) => {
  const { context, tx, staff, params, body, note } = given;
  const { playerName, answers } = body;
  const sent = sentTap(body);
  const held = await lockEventOrThrow(tx, params.id);
  const before = await repeated(tx, sent, { checksIn: true });
  if (before !== null) {
    await note(null);
    return shownTo(staff, await walkedIn(tx, before, held.id));
  }
  throwRefusal(taps.whyTooOld(sent, context.now().toISOString()));
  const { id } = await takePlace(context, tx, { eventId: held.id, playerName, answers, visitorId: null });
  await applyTap(given, (await reread(tx, id)).rsvp, { checksIn: true, sent });
  const place = await reread(tx, id);
  const after = { ...rules.auditedPlace(place), ...madeAtOf(context, sent) };
  const about = { who: after.playerName, subject: held.title, eventId: held.id };
  await note({ action: 'walk-in added', ...about, before: null, after });
  return shownTo(staff, place.rsvp);
};

/** A helper gets no emails. */
export function shownTo(staff: Staff | null, place: StaffRsvp): StaffRsvp {
  const { playerEmail: _, ...rest } = place;
  return isOrganiser(staff) ? place : rest;
}

const sentTap = ({ tapId, madeAt }: contract.TapInput): taps.SentTap => ({ id: tapId ?? null, madeAt: madeAt ?? null });

async function walkedIn(tx: Db, placeId: string, eventId: string): Promise<StaffRsvp> {
  const place = await store.findPlace(tx, placeId);
  if (place === null) throw new Refusal('GONE', 'Not added: an organiser has removed this person.');
  if (place.rsvp.eventId !== eventId) throw idOfAnother();
  return place.rsvp;
}

const idOfAnother = (): Refusal => new Refusal('KEY_REUSED', 'This tap has the id of another one.');

export const checkInByHand: Hooks['checkIn'] = async (context, tx, placeId, { name }) =>
  (await store.markCheckedIn(tx, placeId, { at: context.now().toISOString(), by: 'staff', name })) ||
  store.confirmCheckIn(tx, placeId, 'staff', name);

type Tap = { readonly checksIn: boolean; readonly sent: taps.SentTap };

/**
 * Checks a place in by hand, or undoes that. The request names the wanted state: of two organisers who tap the same
 * person, the second changes nothing and gets the same response. A tap that was made before what happened since does not
 * change it: the answer tells how the place is now.
 */
export const tapPlace =
  (checksIn: boolean): StaffWork<typeof contract.checkInByStaff | typeof contract.undoCheckIn> =>
  async (given) => {
    const { context, tx, staff, params, body, note } = given;
    const placeId = params.id;
    // A helper of one event is at its door, whatever they send: a place that moves meanwhile is not theirs.
    const eventId = staff.scope.eventId ?? body.eventId ?? null;
    const sent = sentTap(body);
    const isNew = async () => checksIn && (await repeated(tx, sent, { placeId, checksIn })) === null;
    const present = await store.findPlace(tx, placeId);
    const seen = present ?? ((await isNew()) ? await foundAgain(context, tx, placeId) : null);
    // Locked before the place, in the same order as a registration, so that the two cannot deadlock.
    const held = seen === null ? null : await lockEvent(tx, seen.rsvp.eventId);
    const place = held === null ? null : await store.findPlace(tx, placeId);
    if (held === null || place === null) {
      const isEventThere = eventId !== null && (await findEvent(tx, eventId)) !== null;
      throw taps.noSuchPlace({ eventId, isEventThere });
    }
    const answer = async (rsvp: StaffRsvp) => shownTo(staff, await answered(tx, held, rsvp));
    if ((await repeated(tx, sent, { placeId, checksIn })) !== null) {
      await note(null);
      return answer(place.rsvp);
    }
    throwRefusal(taps.whyTooOld(sent, context.now().toISOString()));
    // Moved before the lock: its present event is not held.
    if (place.rsvp.eventId !== held.id) throw taps.movedTo(await findEvent(tx, place.rsvp.eventId));
    throwRefusal(taps.whyNotHere(held, eventId) ?? whyOver(held));
    if (!(await applyTap(given, place.rsvp, { checksIn, sent }))) {
      await note(null);
      return answer(place.rsvp);
    }
    const changed = await reread(tx, placeId);
    const [before, after] = [rules.auditedPlace(place), { ...rules.auditedPlace(changed), ...madeAtOf(context, sent) }];
    const action = checksIn ? 'checked in by staff' : 'check-in undone';
    await note({ action, who: after.playerName, subject: held.title, eventId: held.id, before, after });
    return answer(changed.rsvp);
  };

/** Somebody comes late whose place was given to the line. @throws Refusal EVENT_FULL. */
async function foundAgain(context: CommandContext, tx: Db, placeId: string) {
  const again = await takeAgain(context, tx, { id: placeId });
  if (again instanceof Refusal) throw again;
  return again === null ? null : store.findPlace(tx, placeId);
}

/** The entry's own time is when a tap arrived. */
const madeAtOf = (context: CommandContext, sent: taps.SentTap) =>
  sent.madeAt === null ? {} : { madeAt: taps.madeAt(sent, [], context.now().toISOString()) };

/** Says when a player who is here is not in the drawn bracket. */
async function answered(tx: Db, event: FestivalEvent, rsvp: StaffRsvp): Promise<TappedRsvp> {
  const isLeftOut = event.bracketDrawn && rsvp.checkedIn && !(await playsIn(tx, event.id, rsvp.id));
  return isLeftOut ? { ...rsvp, leftOut: true } : rsvp;
}

/** Returns the place of a tap that arrived before; null for a new one. @throws Refusal KEY_REUSED. */
async function repeated(
  tx: Db,
  { id }: taps.SentTap,
  { placeId, checksIn }: { placeId?: string; checksIn: boolean },
): Promise<string | null> {
  const known = id === null ? null : await store.findTap(tx, id);
  if (known === null) return null;
  if (known.checksIn !== checksIn || (placeId ?? known.placeId) !== known.placeId) {
    throw idOfAnother();
  }
  return known.placeId;
}

/** Stores the tap, recomputes the check-in from all taps, returns whether it changed. The event must be locked. */
async function applyTap(
  { context, tx, staff: { name } }: StaffWriting,
  place: StaffRsvp,
  { checksIn, sent }: Tap,
): Promise<boolean> {
  const earlier = await store.listTaps(tx, place.id);
  // Taps are those of the staff list. A check-in by the event's code, or with a change of the bracket's players, is in the row alone.
  const { checkedInAt } = place;
  const isListed = earlier.some((tap) => tap.checksIn && tap.madeAt === checkedInAt);
  const unlisted = checkedInAt === null || isListed ? [] : [{ checksIn: true, madeAt: checkedInAt }];
  const madeAt = taps.madeAt(sent, [...earlier, ...unlisted], context.now().toISOString());
  const added = [
    ...unlisted.map((one) => ({ ...one, id: context.newId() })),
    { id: sent.id ?? context.newId(), checksIn, madeAt },
  ];
  try {
    await store.addTaps(
      tx,
      added.map((one) => ({ ...one, placeId: place.id })),
    );
  } catch (error) {
    // At the door of another event, whose lock is another one, at the same moment.
    throw brokeUnique(error) ? idOfAnother() : error;
  }
  const since = taps.checkedInSince([...earlier, ...added]);
  return store.setCheckedIn(tx, place, since, taps.checkedInBy(place, since, { checksIn, madeAt, name }));
}

/** Most names in one audit entry. */
const AUDIT_NAMES_AT_MOST = 200;

/**
 * Undoes what other devices checked in at the event during the last minutes, whether or not its bracket is drawn: the
 * entrants of a drawn one stay.
 */
export const undoCheckInsByCode: StaffWork<typeof contract.undoCheckInsByCode> = async (given) => {
  const { context, tx, params, body, note } = given;
  const held = await lockEventOrThrow(tx, params.id);
  throwRefusal(whyOver(held));
  const madeAt = context.now().toISOString();
  const places = await store.unmarkByCode(tx, held.id, rules.undoSince(body.minutes, madeAt));
  if (places.length === 0) {
    await note(null);
    return { undone: 0 };
  }
  const undos = places.map(({ rsvp }) => ({ id: context.newId(), placeId: rsvp.id, checksIn: false, madeAt }));
  await store.addTaps(tx, undos);
  await note({
    action: 'check-ins by other phones undone',
    subject: held.title,
    eventId: held.id,
    before: { checkedIn: places.length, players: places.slice(0, AUDIT_NAMES_AT_MOST).map(rules.holderOf) },
    after: { checkedIn: 0 },
  });
  return { undone: places.length };
};

async function reread(tx: Db, placeId: string): Promise<rules.HeldPlace> {
  const place = await store.findPlace(tx, placeId);
  if (place === null) throw taps.noSuchPlace({ eventId: null, isEventThere: true });
  return place;
}
