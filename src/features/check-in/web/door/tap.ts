/** A tap at the door: sent at once, or kept for later when the server does not answer. */
import { abortAfter } from '#platform/web/abort-after.ts';
import { ApiError, sentenceOf } from '#platform/web/api.ts';
import { connectedNow, NoConnection, probe } from '#platform/web/connection.ts';
import { CannotKeep } from '#platform/web/kept-writes.ts';
import { showError, showToast } from '#platform/web/ui/toast.ts';
import type { TappedRsvp } from '../../contract.ts';
import type { DoorRow, DoorTap } from '../../rules/waiting-taps.ts';
import { sendTap } from '../queries.ts';
import { isWaiting, keepTap, newTapId, takeBack, tapAgain } from './kept-taps.ts';

/** People queue: after this the tap waits, and the next one is not held up. */
const PATIENCE_MS = 3_000;

/** Returns the place as it is now, or null when the tap waits. @throws ApiError for a refusal, CannotKeep. */
export async function tapAtDoor(tap: DoorTap): Promise<TappedRsvp | null> {
  if (!connectedNow() || (tap.placeId !== null && isWaiting(tap.placeId))) {
    await tapAgain(tap);
    return null;
  }
  const id = newTapId();
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
  error instanceof CannotKeep
    ? 'No connection, and this browser can’t keep it for later. Try again when you are back online.'
    : sentenceOf(error, fallback);

/** A walk-in that waits has no place yet that could be removed. */
export async function takeBackWalkIn({ id, playerName }: DoorRow): Promise<void> {
  const isTakenBack = await takeBack(id).catch(() => null);
  if (isTakenBack === null) return void showError('This browser can’t open what waits to be sent. Please try again.');
  if (isTakenBack) return void showToast({ title: 'Walk-in taken back', description: playerName });
  showToast({
    title: 'It may already have been sent',
    description: `Remove ${playerName} from the list when you are back online.`,
  });
}
