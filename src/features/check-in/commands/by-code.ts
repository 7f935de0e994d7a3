/** Check-in by an event's code. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { brokeReference } from '#database/portable.ts';
import type { Db } from '#database/schema.ts';
import { transact } from '#database/transactions.ts';
import { takeFromBudgets, waitForBudgets } from '#features/access/commands/throttle.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { minuteBefore } from '#features/access/rules/throttle.ts';
import { record } from '#features/audit/commands.ts';
import { noSuchEvent } from '#features/events/commands.ts';
import { whyOver } from '#features/events/rules/status.ts';
import { findEvent, lockEvent } from '#features/events/store.ts';
import { takeAgain } from '#features/rsvps/no-shows/commands.ts';
import { nameKey } from '#platform/names.ts';
import { Refusal, throwRefusal } from '#platform/refusal.ts';
import type { Caller, Network, StaffCaller } from '#platform/server/caller.ts';
import { isOrganiser } from '#platform/staff.ts';
import * as codes from '../rules/codes.ts';
import { findOwnPlace, findPlace, noRegistration } from '../rules/people.ts';
import * as rules from '../rules/warnings.ts';
import * as store from '../store.ts';

const sign = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(`check-in code ${text}`).digest('base64url');

/** Returns the text of a QR code. */
export function codeToken({ secret }: Pick<CommandContext, 'secret'>, code: codes.Code): string {
  const text = codes.codeText(code);
  return `${text}.${sign(secret, text)}`;
}

/** @throws Refusal CODE_INVALID for a token this festival did not sign. */
function verifiedCode({ secret }: CommandContext, token: string): codes.Code {
  const code = codes.readCode(token);
  if (code === null) throw codes.codeInvalid();
  // Compares the text and not the decoded bytes, so that each signature has one spelling. readCode has checked the
  // length.
  const wanted = Buffer.from(sign(secret, codes.codeText(code)));
  if (!timingSafeEqual(wanted, Buffer.from(code.signature))) throw codes.codeInvalid();
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
  { token, playerName }: { token: string; playerName: string },
  { caller, network }: CodeHolder,
): Promise<string> {
  const { timeZone, checkIn: checkInWindow } = context.festivalFile;
  const code = verifiedCode(context, token);
  const { eventId, generation } = code;
  const now = context.now().toISOString();
  const isStaff = isOrganiser(caller.staff);
  const budgets = isStaff ? [] : nameBudgets(context, code, network);
  // A device without a cookie holds no place: beyond the budget it costs a few reads and no lock.
  if (caller.visitorId === null) {
    const wait = await waitForBudgets(context.db, budgets, now);
    if (wait > 0) {
      const present = await store.readGeneration(context.db, eventId);
      if (present === null) throw codes.eventGone();
      if (present !== generation) throw codes.codeVoid();
      throw await outOfNames(context.db, eventId, wait, now);
    }
  }
  const outcome = await transact(context.db, async (tx): Promise<string | Refusal> => {
    const event = await lockEvent(tx, eventId);
    if (event === null) throw codes.eventGone();
    if (generation !== (await store.readGeneration(tx, eventId))) throw codes.codeVoid();
    throwRefusal(codes.whyClosed(event, checkInWindow ?? null, now, timeZone));
    const own = await ownPlace(tx, eventId, caller.visitorId, playerName);
    if (own === null) {
      const wait = await takeFromBudgets(tx, budgets, now);
      if (wait > 0) return outOfNames(tx, eventId, wait, now);
    }
    // From here on refusals are returned and thrown after the commit, so that the tried name stays counted.
    const place =
      own ??
      findPlace(await store.listPlaces(tx, eventId), playerName) ??
      (await foundAgain(context, tx, { eventId, nameKey: nameKey(playerName) }));
    if (place === null) return noRegistration(playerName, event.title);
    if (place instanceof Refusal) return place;
    const already = codes.alreadyCheckedIn(place.playerName, event.title);
    const by = own === null ? (isStaff ? 'staff' : 'code') : 'owner';
    if (place.checkedIn) {
      if (by !== 'code') await store.confirmCheckIn(tx, place.id, by);
      return already;
    }
    const over = whyOver(event);
    if (over !== null) return over;
    const isMarked = await store.markCheckedIn(tx, place.id, { at: now, by });
    return isMarked ? codes.checkedIn(place.playerName, event.title) : already;
  });
  if (outcome instanceof Refusal) throw outcome;
  return outcome;
}

/** Somebody comes late whose place was given to the line. */
async function foundAgain(context: CommandContext, tx: Db, wanted: { eventId: string; nameKey: string }) {
  const again = await takeAgain(context, tx, wanted);
  return again === null || again instanceof Refusal ? again : store.findPlaceByKey(tx, wanted.eventId, wanted.nameKey);
}

async function ownPlace(tx: Db, eventId: string, visitorId: string | null, typed: string) {
  if (visitorId === null) return null;
  const own = await store.listPlacesInEvent(tx, eventId, visitorId);
  if (own.length === 0) return null;
  return findOwnPlace(own, await store.findPlaceByKey(tx, eventId, nameKey(typed)), typed);
}

/** Networks are stored as keyed hashes: the budgets need not know the address. */
function nameBudgets({ secret, limits }: CommandContext, code: codes.Code, { key, wider, factor }: Network) {
  const hashed = (network: string) =>
    createHmac('sha256', secret).update(`check-in network ${network}`).digest('base64url').slice(0, 22);
  const keys = { narrow: hashed(key), wide: wider === null ? null : hashed(wider) };
  return codes.nameBudgets(code, keys, limits.checkInNames, factor);
}

/** Records that many names were tried, and returns the refusal. */
async function outOfNames(db: Db, eventId: string, waitSeconds: number, now: string): Promise<Refusal> {
  try {
    await store.raiseAlarm(db, eventId, now, minuteBefore(now));
  } catch (error) {
    // The event was deleted concurrently.
    if (!brokeReference(error)) throw error;
  }
  return codes.askStaff(waitSeconds);
}

export async function currentCode(context: CommandContext, eventId: string): Promise<string> {
  const generation = await store.readGeneration(context.db, eventId);
  if (generation === null) throw noSuchEvent();
  return codeToken(context, { eventId, generation });
}

/** Makes a new code and voids earlier ones. A transaction of its own: drawing the code takes long, and comes after it. */
export const renewCode = (context: CommandContext, { staff }: StaffCaller, eventId: string): Promise<string> =>
  transact(context.db, async (tx) => {
    const generation = await store.raiseGeneration(tx, eventId);
    const event = await findEvent(tx, eventId);
    if (generation === null || event === null) throw noSuchEvent();
    await store.dropAlarm(tx, eventId);
    const [before, after] = [{ generation: generation - 1 }, { generation }];
    await record(context, tx, staff, { action: 'check-in code renewed', subject: event.title, eventId, before, after });
    return codeToken(context, { eventId, generation });
  });

/** Returns warnings: codes with which many names were tried lately, and running events where nobody is checked in. */
export async function checkInWarnings({ db, now, festivalFile: { timeZone } }: CommandContext) {
  const { alarms, events } = rules.warnedSince(now());
  return rules.warningsOf(await store.listAlarms(db, alarms), await store.listUnattended(db, events), now(), timeZone);
}
