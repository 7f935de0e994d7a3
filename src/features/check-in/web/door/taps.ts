/** A tap at the door: sent at once, or kept for later when the server does not answer. */

import { ApiError, newIdempotencyKey, sentenceOf } from '#platform/web/api.ts';
import { connectedNow, NoConnection, probe } from '#platform/web/connection.ts';
import { abortAfter } from '#platform/web/device-clock.ts';
import type { Unsent } from '#platform/web/unsent.ts';
import { addUnsent, CannotStore, takeBack, withdraw } from '#platform/web/unsent-writes.ts';
import { refreshUnsent, unsentNow, useUnsent } from '#platform/web/use-unsent.ts';
import type { TappedRsvp } from '../../contract.ts';
import { type DoorRow, type DoorTap, isoOf, TAP_WAITS_MS } from '../../rules/taps.ts';
import { sendTap } from '../queries.ts';
import { TAP } from '../state.ts';

export type UnsentTap = Unsent<DoorTap>;

/** In the order they were made. */
export const useTaps = () => useUnsent<DoorTap>(TAP);

/** Returns the latest tap on a place that waits. */
const lastTap = (placeId: string | null): UnsentTap | undefined =>
  placeId === null ? undefined : unsentNow<DoorTap>(TAP).unsent.findLast(({ body }) => body.placeId === placeId);

export const isWaiting = (placeId: string): boolean => lastTap(placeId) !== undefined;

/** Stores a tap that could not be sent; `sent` when the server may have it. @throws CannotStore. */
export async function keepTap(id: string, body: DoorTap, { sent }: { sent: boolean }): Promise<void> {
  // Later than the one before, also when the clock was set back.
  const tappedAt = Math.max(body.tappedAt, (unsentNow<DoorTap>(TAP).unsent.at(-1)?.body.tappedAt ?? 0) + 1);
  const [until, dropAt] = [1, 2].map((times) => isoOf(tappedAt + times * TAP_WAITS_MS)) as [string, string];
  await addUnsent({ id, kind: TAP, body: { ...body, tappedAt }, until, dropAt, sent });
  await refreshUnsent();
}

/** A second tap on a waiting place takes the first back, or follows it. @throws CannotStore. */
async function tapAgain(body: DoorTap): Promise<void> {
  const last = lastTap(body.placeId);
  if (last !== undefined && last.body.checksIn !== body.checksIn && (await takeBack(last.id).finally(refreshUnsent)))
    return;
  await keepTap(newIdempotencyKey(), body, { sent: false });
}

/** People queue: after this the tap waits, and the next one is not held up. */
const PATIENCE_MS = 3_000;

/** Returns the place as it is now, or null when the tap waits. @throws ApiError for a refusal, CannotStore. */
export async function tapAtDoor(tap: DoorTap): Promise<TappedRsvp | null> {
  if (!connectedNow() || (tap.placeId !== null && isWaiting(tap.placeId))) {
    await tapAgain(tap);
    return null;
  }
  const id = newIdempotencyKey();
  const patience = abortAfter(PATIENCE_MS);
  try {
    return await sendTap(tap, { tapId: id }, patience);
  } catch (failure) {
    const isBusy = failure instanceof ApiError && failure.status === 503;
    if (patience.aborted) void probe();
    else if (!isBusy && !(failure instanceof NoConnection)) throw failure;
    await keepTap(id, tap, { sent: true });
    return null;
  }
}

/** Returns what to say of a tap that was neither done nor kept. */
export const failureOf = (error: unknown, fallback: string): string =>
  error instanceof CannotStore
    ? 'No connection, and this browser can’t keep it for later. Try again when you are back online.'
    : sentenceOf(error, fallback);

/** A walk-in that waits has no place yet that could be removed. */
export const takeBackWalkIn = ({ id, playerName }: DoorRow): Promise<void> =>
  withdraw(id, `Remove ${playerName} from the list when you are back online.`);
