/** A late event delays what follows it in its room. */
import type { Db } from '#database/schema.ts';
import type { Writing } from '#features/audit/commands.ts';
import { notifyEvent, planned } from '#features/news/notices/commands.ts';
import type { FestivalEvent } from '../../contract.ts';
import { edited } from '../../rules/edits.ts';
import { followersOfEither, latenessAfter, withFollowers } from '../../rules/lateness.ts';
import * as store from '../../store.ts';

/**
 * Locks the event, also a hidden one, and what follows it in its room and in `newRoom`, in the order of ids. What comes
 * into the room meanwhile is not locked, and so not delayed. Returns the ids.
 */
export async function lockWithFollowers(tx: Db, id: string, newRoom?: string): Promise<readonly string[]> {
  const event = await store.findEvent(tx, id, store.everyEvent(tx));
  const rooms = event === null ? [] : [event, { ...event, location: newRoom ?? event.location }];
  const ids = event === null ? [id] : withFollowers(rooms, await store.listOutlines(tx));
  await store.lockEvents(tx, ids);
  return ids;
}

export type InTransaction = Pick<Writing, 'context' | 'tx'>;
type Timing = Pick<FestivalEvent, 'duration' | 'lateMinutes'>;
export const onTime = ({ duration }: FestivalEvent): Timing => ({ duration, lateMinutes: 0 });

/** Delays what follows an event in its room after its delay or duration changed, and notifies those with a place there. */
export async function delayFollowers(
  { context, tx }: InTransaction,
  event: FestivalEvent,
  now: Timing,
  lockedIds: readonly string[],
): Promise<void> {
  if (event.lateMinutes === now.lateMinutes && event.duration === now.duration) return;
  const followers = followersOfEither(event, now, await store.listEvents(tx, lockedIds));
  const late = latenessAfter(event, now, followers);
  for (const before of followers) {
    const lateMinutes = late.get(before.id);
    if (lateMinutes === undefined) continue;
    const after = await store.changeEvent(tx, before.id, { lateMinutes, ...edited(context.now()) });
    await notifyEvent(context, tx, planned(before), planned(after));
  }
}

/** Delays again what follows an event that is back with its delay. */
export const delayFollowersAgain = (
  work: InTransaction,
  event: FestivalEvent,
  lockedIds: readonly string[],
): Promise<void> => delayFollowers(work, { ...event, lateMinutes: 0 }, event, lockedIds);
