/** Check-in by organisers at the door. */
import { brokeUnique } from '#database/portable.ts';
import type { Db } from '#database/schema.ts';
import { transact } from '#database/transactions.ts';
import type { CommandContext, Hooks } from '#features/access/commands/writes.ts';
import { record } from '#features/audit/commands.ts';
import { playsIn } from '#features/brackets/commands/entrants.ts';
import { lockEventOrThrow, noSuchEvent } from '#features/events/commands.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { whyOver } from '#features/events/rules/status.ts';
import { findEvent, lockEvent } from '#features/events/store.ts';
import { takePlace } from '#features/rsvps/commands/places.ts';
import { Refusal, throwRefusal } from '#platform/refusal.ts';
import type { StaffCaller } from '#platform/server/caller.ts';
import type { Staff } from '#platform/staff.ts';
import type { StaffRsvp, TappedRsvp } from '../contract.ts';
import * as rules from '../rules/check-ins.ts';
import type { UndoMinutes } from '../rules/codes.ts';
import * as taps from '../rules/taps.ts';
import * as store from '../store.ts';

/** Returns everybody with a place in the event. @throws Refusal NOT_FOUND. */
export async function listAtTheDoor({ db }: CommandContext, eventId: string): Promise<StaffRsvp[]> {
  if ((await findEvent(db, eventId)) === null) throw noSuchEvent();
  return store.listStaffRsvps(db, eventId);
}

type WalkIn = { readonly eventId: string; readonly playerName: string; readonly sent?: taps.SentTap };

const AT_ONCE: taps.SentTap = { id: null, madeAt: null };

/**
 * Registers a walk-in, whose place belongs to no device, and checks them in. @throws Refusal GONE for one that waited too
 * long or was removed before it was sent again, and what `takePlace` throws.
 */
export const addWalkIn = (
  context: CommandContext,
  caller: StaffCaller,
  { eventId, playerName, sent = AT_ONCE }: WalkIn,
): Promise<StaffRsvp> =>
  transact(context.db, async (tx) => {
    const held = await lockEventOrThrow(tx, eventId);
    const before = await repeated(tx, sent, { checksIn: true });
    if (before !== null) return walkedIn(tx, before, eventId);
    throwRefusal(taps.whyTooOld(sent, context.now().toISOString()));
    const { id } = await takePlace(context, tx, { eventId, playerName, visitorId: null });
    await applyTap(context, tx, caller.staff, (await reread(tx, id)).rsvp, { checksIn: true, sent });
    const place = await reread(tx, id);
    const after = { ...rules.auditedPlace(place), ...madeAtOf(context, sent) };
    const about = { who: after.playerName, subject: held.title, eventId };
    await record(context, tx, caller.staff, { action: 'walk-in added', ...about, before: null, after });
    return place.rsvp;
  });

async function walkedIn(tx: Db, placeId: string, eventId: string): Promise<StaffRsvp> {
  const place = await store.findPlace(tx, placeId);
  if (place === null) throw new Refusal('GONE', 'Not added: an organiser has removed this person.');
  if (place.rsvp.eventId !== eventId) throw idOfAnother();
  return place.rsvp;
}

const idOfAnother = (): Refusal => new Refusal('KEY_REUSED', 'This tap has the id of another one.');

export const checkInByHand: Hooks['checkIn'] = async (context, tx, placeId, { name }) =>
  (await store.markCheckedIn(tx, placeId, context.now().toISOString(), 'staff', name)) ||
  store.confirmCheckIn(tx, placeId, 'staff', name);

export type PlaceTap = {
  readonly placeId: string;
  readonly checksIn: boolean;
  /** At whose door it was made, if the caller says so. */
  readonly eventId: string | null;
  readonly sent: taps.SentTap;
};

/**
 * Checks a place in by hand, or undoes that. The request names the wanted state: of two organisers who tap the same
 * person, the second changes nothing and gets the same response. A tap that was made before what happened since does not
 * change it: the answer tells how the place is now.
 * @throws Refusal NOT_FOUND, EVENT_OVER, CHANGED_MEANWHILE for a moved place, or GONE for one that waited too long.
 */
export const tapPlace = (context: CommandContext, caller: StaffCaller, made: PlaceTap): Promise<TappedRsvp> =>
  transact(context.db, async (tx) => {
    const { placeId, checksIn, eventId, sent } = made;
    const seen = await store.findPlace(tx, placeId);
    // Locked before the place, in the same order as a registration, so that the two cannot deadlock.
    const held = seen === null ? null : await lockEvent(tx, seen.rsvp.eventId);
    const place = held === null ? null : await store.findPlace(tx, placeId);
    if (held === null || place === null) {
      const isEventThere = eventId !== null && (await findEvent(tx, eventId)) !== null;
      throw taps.noSuchPlace({ eventId, isEventThere });
    }
    if ((await repeated(tx, sent, made)) !== null) return answered(tx, held, place.rsvp);
    throwRefusal(taps.whyTooOld(sent, context.now().toISOString()));
    // Moved before the lock: its present event is not held.
    if (place.rsvp.eventId !== held.id) throw taps.movedTo(await findEvent(tx, place.rsvp.eventId));
    throwRefusal(taps.whyNotHere(held, eventId) ?? whyOver(held));
    if (!(await applyTap(context, tx, caller.staff, place.rsvp, made))) return answered(tx, held, place.rsvp);
    const changed = await reread(tx, placeId);
    const [before, after] = [rules.auditedPlace(place), { ...rules.auditedPlace(changed), ...madeAtOf(context, sent) }];
    const action = checksIn ? 'checked in by staff' : 'check-in undone';
    await record(context, tx, caller.staff, {
      action,
      who: after.playerName,
      subject: held.title,
      eventId: held.id,
      before,
      after,
    });
    return answered(tx, held, changed.rsvp);
  });

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
  context: CommandContext,
  tx: Db,
  { name }: Staff,
  place: StaffRsvp,
  { checksIn, sent }: Pick<PlaceTap, 'checksIn' | 'sent'>,
): Promise<boolean> {
  const earlier = await store.listTaps(tx, place.id);
  // Taps are those of the staff list. A check-in by the event's code, or with a change of the bracket's players, is in the row alone.
  const { checkedInAt } = place;
  const isListed = earlier.some((one) => one.checksIn && one.madeAt === checkedInAt);
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
 * entrants of a drawn one stay. Returns the number.
 * @throws Refusal NOT_FOUND or EVENT_OVER.
 */
export const undoCheckInsByCode = (
  context: CommandContext,
  caller: StaffCaller,
  eventId: string,
  minutes: UndoMinutes,
): Promise<number> =>
  transact(context.db, async (tx) => {
    const held = await lockEventOrThrow(tx, eventId);
    throwRefusal(whyOver(held));
    const places = await store.unmarkByCode(tx, eventId, rules.undoSince(minutes, context.now().toISOString()));
    if (places.length === 0) return 0;
    const madeAt = context.now().toISOString();
    const undos = places.map(({ rsvp }) => ({ id: context.newId(), placeId: rsvp.id, checksIn: false, madeAt }));
    await store.addTaps(tx, undos);
    await record(context, tx, caller.staff, {
      action: 'check-ins by other phones undone',
      subject: held.title,
      eventId,
      before: { checkedIn: places.length, players: places.slice(0, AUDIT_NAMES_AT_MOST).map(rules.holderOf) },
      after: { checkedIn: 0 },
    });
    return places.length;
  });

async function reread(tx: Db, placeId: string): Promise<rules.HeldPlace> {
  const place = await store.findPlace(tx, placeId);
  if (place === null) throw taps.noSuchPlace({ eventId: null, isEventThere: true });
  return place;
}
