import { createHmac, timingSafeEqual } from 'node:crypto';
import { transact } from '#database/connect.ts';
import type { World } from '#features/access/commands.ts';
import { noSuchEvent } from '#features/events/commands.ts';
import { holdEvent } from '#features/events/store.ts';
import type { Verdict } from '#platform/refusal.ts';
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
export const renewCode = (world: World, eventId: string): Promise<string> =>
  transact(world.db, async (tx) => {
    const generation = await store.raiseGeneration(tx, eventId);
    if (generation === null) throw noSuchEvent();
    return codeToken(world, { eventId, generation });
  });
