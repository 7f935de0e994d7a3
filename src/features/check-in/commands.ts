/** Check-in by code, and by organisers at the door. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { transact } from '#database/connect.ts';
import { brokeReference } from '#database/portable.ts';
import type { Db } from '#database/schema.ts';
import type { CommandContext, Hooks } from '#features/access/commands/writes.ts';
import { record } from '#features/audit/commands.ts';
import { noSuchEvent } from '#features/events/commands.ts';
import { findEvent, holdEvent } from '#features/events/store.ts';
import { takePlace } from '#features/rsvps/commands.ts';
import { takeFromBudgets, waitForBudgets } from '#features/throttle/commands.ts';
import { minuteBefore } from '#features/throttle/rules.ts';
import { nameKey } from '#platform/names.ts';
import { Refusal, throwRefusal } from '#platform/refusal.ts';
import type { Caller } from '#platform/server/caller.ts';
import type { Network } from '#platform/server/network.ts';
import type { StaffRsvp } from './contract.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';

/** Check-in settings of festival.json. */
export type CheckInFacts = { readonly timeZone: string; readonly window: rules.Window | null };

const sign = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(`check-in code ${text}`).digest('base64url');

/** Returns the text of a QR code. */
export function codeToken({ secret }: Pick<CommandContext, 'secret'>, code: rules.Code): string {
  const text = rules.codeText(code);
  return `${text}.${sign(secret, text)}`;
}

/** @throws Refusal CODE_INVALID for a token this festival did not sign. */
function verifiedCode({ secret }: CommandContext, token: string): rules.Code {
  const code = rules.readCode(token);
  if (code === null) throw rules.codeInvalid();
  // Compares the text and not the decoded bytes, so that each signature has one spelling. readCode has checked the
  // length.
  const wanted = Buffer.from(sign(secret, rules.codeText(code)));
  if (!timingSafeEqual(wanted, Buffer.from(code.signature))) throw rules.codeInvalid();
  return code;
}

/** The caller of a check-in and their network. */
export type CodeHolder = { readonly caller: Caller; readonly network: Network };

/**
 * Checks in the person of this name at the code's event. Looks at no name before the code is verified, nor, for a
 * device that does not hold the place, beyond the budget of names. The event is locked, so that its status and code
 * cannot change meanwhile.
 * @throws Refusal CODE_INVALID, CODE_VOID, CODE_CLOSED, TOO_FAST, NOT_FOUND or EVENT_OVER.
 */
export async function checkIn(
  context: CommandContext,
  facts: CheckInFacts,
  { token, playerName }: { token: string; playerName: string },
  { caller, network }: CodeHolder,
): Promise<string> {
  const code = verifiedCode(context, token);
  const { eventId, generation } = code;
  const now = context.now().toISOString();
  const isStaff = caller.adminSessionId !== null;
  const budgets = isStaff ? [] : nameBudgets(context, code, network);
  // A device without a cookie holds no place: beyond the budget it costs two reads and no lock.
  if (caller.visitorId === null) {
    const wait = await waitForBudgets(context.db, budgets, now);
    if (wait > 0) throw await outOfNames(context.db, eventId, wait, now);
  }
  const outcome = await transact(context.db, async (tx): Promise<string | Refusal> => {
    const event = await holdEvent(tx, eventId);
    if (event === null) throw rules.eventGone();
    if (generation !== (await store.readGeneration(tx, eventId))) throw rules.codeVoid();
    throwRefusal(rules.whyClosed(event, facts.window, now, facts.timeZone));
    const own = await findOwnPlace(tx, eventId, caller.visitorId, playerName);
    if (own === null) {
      const wait = await takeFromBudgets(tx, budgets, now);
      if (wait > 0) return outOfNames(tx, eventId, wait, now);
    }
    // From here on refusals are returned and thrown after the commit, so that the tried name stays counted.
    const place = own ?? rules.findPlace(await store.listPlaces(tx, eventId), playerName);
    if (place === null) return rules.noRegistration(playerName, event.title);
    const by = own === null ? (isStaff ? 'staff' : 'code') : 'owner';
    if (place.checkedIn) {
      if (by !== 'code') await store.confirmCheckIn(tx, place.id, by);
      return rules.ALREADY_CHECKED_IN;
    }
    const over = rules.whyNotCheckIn(event);
    if (over !== null) return over;
    return (await store.markCheckedIn(tx, place.id, now, by)) ? rules.CHECKED_IN : rules.ALREADY_CHECKED_IN;
  });
  if (outcome instanceof Refusal) throw outcome;
  return outcome;
}

async function findOwnPlace(tx: Db, eventId: string, visitorId: string | null, typed: string) {
  if (visitorId === null) return null;
  const own = await store.listPlacesInEvent(tx, eventId, visitorId);
  if (own.length === 0) return null;
  return rules.findOwnPlace(own, await store.findPlaceByKey(tx, eventId, nameKey(typed)), typed);
}

/** Networks are stored as keyed hashes: the budgets need not know the address. */
function nameBudgets({ secret, limits }: CommandContext, code: rules.Code, { key, wider, factor }: Network) {
  const hashed = (network: string) =>
    createHmac('sha256', secret).update(`check-in network ${network}`).digest('base64url').slice(0, 22);
  const keys = { narrow: hashed(key), wide: wider === null ? null : hashed(wider) };
  return rules.nameBudgets(code, keys, limits.checkInNames * factor);
}

/** Records that many names were tried, and returns the refusal. */
async function outOfNames(db: Db, eventId: string, waitSeconds: number, now: string): Promise<Refusal> {
  try {
    await store.raiseAlarm(db, eventId, now, minuteBefore(now));
  } catch (error) {
    // The event was deleted concurrently.
    if (!brokeReference(error)) throw error;
  }
  return rules.askStaff(waitSeconds);
}

/** @throws Refusal NOT_FOUND. */
export async function currentCode(context: CommandContext, eventId: string): Promise<string> {
  const generation = await store.readGeneration(context.db, eventId);
  if (generation === null) throw noSuchEvent();
  return codeToken(context, { eventId, generation });
}

/** Makes a new code and voids earlier ones. @throws Refusal NOT_FOUND. */
export const renewCode = (context: CommandContext, caller: Caller, eventId: string): Promise<string> =>
  transact(context.db, async (tx) => {
    const generation = await store.raiseGeneration(tx, eventId);
    const found = await findEvent(tx, eventId);
    if (generation === null || found === null) throw noSuchEvent();
    await store.dropAlarm(tx, eventId);
    const [before, after] = [{ generation: generation - 1 }, { generation }];
    await record(context, tx, caller, {
      action: 'check-in code renewed',
      subject: found.title,
      eventId,
      before,
      after,
    });
    return codeToken(context, { eventId, generation });
  });

/** Returns everybody with a place in the event. @throws Refusal NOT_FOUND. */
export async function listAtTheDoor({ db }: CommandContext, eventId: string): Promise<StaffRsvp[]> {
  if ((await findEvent(db, eventId)) === null) throw noSuchEvent();
  return store.listStaffRsvps(db, eventId);
}

/**
 * Registers a walk-in, whose place belongs to no device, and checks them in. @throws Refusal what `takePlace` throws.
 */
export const addWalkIn = (
  context: CommandContext,
  caller: Caller,
  { eventId, playerName }: { eventId: string; playerName: string },
): Promise<StaffRsvp> =>
  transact(context.db, async (tx) => {
    const { id } = await takePlace(context, tx, { eventId, playerName, visitorId: null });
    await checkInByHand(context, tx, id);
    const place = await reread(tx, id);
    const after = rules.auditedPlace(place);
    await record(context, tx, caller, { action: 'walk-in added', who: after.playerName, eventId, before: null, after });
    return place.rsvp;
  });

export const checkInByHand: Hooks['checkIn'] = async (context, tx, placeId) =>
  (await store.markCheckedIn(tx, placeId, context.now().toISOString(), 'staff')) ||
  store.confirmCheckIn(tx, placeId, 'staff');

/**
 * Checks a place in by hand, or undoes that. The request names the wanted state: of two organisers who tap the same
 * person, the second changes nothing and gets the same response.
 * @throws Refusal NOT_FOUND or EVENT_OVER.
 */
export const checkInByStaff = (context: CommandContext, caller: Caller, rsvpId: string): Promise<StaffRsvp> =>
  changePlace(context, caller, rsvpId, 'checked in by staff', (tx) => checkInByHand(context, tx, rsvpId));

export const undoCheckIn = (context: CommandContext, caller: Caller, rsvpId: string): Promise<StaffRsvp> =>
  changePlace(context, caller, rsvpId, 'check-in undone', (tx) => store.unmarkCheckedIn(tx, rsvpId));

/** Most names in one audit entry. */
const AUDIT_NAMES_AT_MOST = 200;

/**
 * Undoes what other devices checked in at the event during the last minutes, whether or not its bracket is drawn: the
 * entrants of a drawn one stay. Returns the number.
 * @throws Refusal NOT_FOUND or EVENT_OVER.
 */
export const undoCheckInsByCode = (
  context: CommandContext,
  caller: Caller,
  eventId: string,
  minutes: rules.UndoMinutes,
): Promise<number> =>
  transact(context.db, async (tx) => {
    const held = await holdEvent(tx, eventId);
    if (held === null) throw noSuchEvent();
    throwRefusal(rules.whyNotCheckIn(held));
    const places = await store.unmarkByCode(tx, eventId, rules.undoSince(minutes, context.now().toISOString()));
    if (places.length === 0) return 0;
    await record(context, tx, caller, {
      action: 'check-ins by other phones undone',
      subject: held.title,
      eventId,
      before: { checkedIn: places.length, players: places.slice(0, AUDIT_NAMES_AT_MOST).map(rules.holderOf) },
      after: { checkedIn: 0 },
    });
    return places.length;
  });

/** Returns warnings: codes with which many names were tried lately, and running events where nobody is checked in. */
export async function checkInWarnings({ db, now }: CommandContext, { timeZone }: CheckInFacts) {
  const { alarms, events } = rules.warnedSince(now());
  return rules.warningsOf(await store.listAlarms(db, alarms), await store.listUnattended(db, events), now(), timeZone);
}

const changePlace = (
  context: CommandContext,
  caller: Caller,
  rsvpId: string,
  action: string,
  change: (tx: Db) => Promise<boolean>,
): Promise<StaffRsvp> =>
  transact(context.db, async (tx) => {
    const { eventId } = (await reread(tx, rsvpId)).rsvp;
    // Locked before the place, in the same order as a registration, so that the two cannot deadlock.
    const held = await holdEvent(tx, eventId);
    if (held === null) throw noSuchPlace();
    throwRefusal(rules.whyNotCheckIn(held));
    const place = await reread(tx, rsvpId);
    if (!(await change(tx))) return place.rsvp;
    const changed = await reread(tx, rsvpId);
    const [before, after] = [rules.auditedPlace(place), rules.auditedPlace(changed)];
    await record(context, tx, caller, { action, who: after.playerName, subject: held.title, eventId, before, after });
    return changed.rsvp;
  });

const noSuchPlace = (): Refusal => new Refusal('NOT_FOUND', 'This place was cancelled.');

async function reread(tx: Db, rsvpId: string): Promise<rules.HeldPlace> {
  const place = await store.findPlace(tx, rsvpId);
  if (place === null) throw noSuchPlace();
  return place;
}
