import type { Schema } from '#database/schema.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import type { RepeatableStaffWork, StaffWork, StaffWriting, Writing } from '#features/audit/commands.ts';
import { noSuchEvent } from '#features/events/commands.ts';
import { findEvent } from '#features/events/store.ts';
import { festivalInForce } from '#features/festival/commands.ts';
import { ASK_ABOVE_POINTS } from '#features/festival/limits.ts';
import type { User } from '#features/people/users/contract.ts';
import { auditedUser, noSuchUser, whyNotOwn } from '#features/people/users/rules.ts';
import * as users from '#features/people/users/store/users.ts';
import { DAY } from '#platform/durations.ts';
import { Refusal, throwRefusal } from '#platform/refusal.ts';
import type { Caller } from '#platform/server/caller.ts';
import type { Staff } from '#platform/staff.ts';
import type * as contract from '../contract.ts';
import type { PointEntry } from '../contract.ts';
import { MOST_ENTRIES } from '../limits.ts';
import {
  asShown,
  manyPointsWarnings,
  mayGive,
  missionIn,
  noSuchEntry,
  whyNotMany,
  whyNotOnceMore,
  whyNotPoints,
  whyNotUndo,
  whyNotUndoBelow,
} from '../rules.ts';
import * as store from '../store.ts';

type Row = Schema['point_entries'];
/** What an entry says, besides who gave it and when. */
type Points = Pick<Row, 'user_id' | 'points' | 'kind' | 'reason'> & Partial<Row>;

/** Returns the row of a new entry. */
export const newEntry = (context: CommandContext, by: Pick<Staff, 'name' | 'role'>, points: Points): Row => ({
  id: context.newId(),
  mission_id: null,
  event_id: null,
  upload_id: null,
  undoes: null,
  by_name: by.name,
  by_role: by.role,
  at: context.now().toISOString(),
  ...points,
});

/** A user whose points nobody else changes until the transaction ends. */
export type LockedAccount = { readonly user: User; readonly visitorId: string | null; readonly isFrozen: boolean };

/** @throws Refusal NOT_FOUND. */
export async function lockForPoints({ tx, context }: Writing, userId: string): Promise<LockedAccount> {
  const { isFrozen } = await store.lockFreeze(tx, context.now);
  const { user, visitorId } = await users.lockUser(tx, userId);
  return { user, visitorId, isFrozen };
}

/**
 * Adds an entry and its points to a locked user's score, and notes both.
 * @throws Refusal NOT_YOUR_JOB for a helper's own account, BAD_INPUT for a score out of range.
 */
export async function addPoints(
  { context, tx, caller, staff, note }: StaffWriting,
  locked: LockedAccount,
  points: Omit<Points, 'user_id'>,
): Promise<{ readonly entry: PointEntry; readonly user: User }> {
  throwRefusal(whyNotOwn(caller, locked.visitorId) ?? whyNotPoints(locked.user, points.points));
  const row = newEntry(context, staff, { user_id: locked.user.id, ...points });
  await store.addEntries(tx, [row], locked);
  const [entry, user] = [await store.findEntry(tx, row.id), await users.findUser(tx, row.user_id)];
  if (entry === null || user === null) throw noSuchUser();
  const [before, after] = [auditedUser(locked.user, locked.visitorId), auditedUser(user, locked.visitorId)];
  await note({ action: 'score changed', who: after.name, before, after });
  return { entry, user };
}

export const givePoints: RepeatableStaffWork<typeof contract.givePoints> = {
  async act(given) {
    const { context, tx, staff, params, body } = given;
    const { points, reason, missionId, eventId, evenMany = false } = body;
    // Points for an event given by hand are an award: only awardPoints writes the kind 'event'.
    if (eventId !== undefined && (await findEvent(tx, eventId)) === null) throw noSuchEvent();
    const kind = missionId === undefined ? 'award' : 'mission';
    const award = { points, kind, reason, mission_id: missionId ?? null, event_id: eventId ?? null } as const;
    const locked = await lockForPoints(given, params.id);
    const festival = await festivalInForce(context, tx);
    if (!evenMany) throwRefusal(whyNotMany(staff, points, festival));
    const mission = missionId && missionIn(festival.missions, missionId);
    if (mission && points > 0)
      throwRefusal(whyNotOnceMore(mission, await store.countMission(tx, params.id, mission.id)));
    return (await addPoints(given, locked, award)).entry;
  },
  async recall(tx, first) {
    const entry = await store.findEntry(tx, first.id);
    if (entry === null) throw new Refusal('GONE', 'This account was deleted in the meantime.');
    return entry;
  },
};

/** Answers the entry that takes the points back; the first one when that was done before. */
export const undoPoints: StaffWork<typeof contract.undoPoints> = (given) => undoEntry(given, given.params.id);

/** @throws Refusal NOT_FOUND, NOT_YOUR_JOB, CHANGED_MEANWHILE or BAD_INPUT. */
export async function undoEntry(given: StaffWriting, id: string): Promise<PointEntry> {
  const { tx, note } = given;
  const entry = await store.findEntry(tx, id);
  if (entry === null) throw noSuchEntry();
  throwRefusal(whyNotUndo(entry));
  const locked = await lockForPoints(given, entry.userId);
  // Asked under the lock, so that two undos at once are one.
  const undo = await store.findUndoOf(tx, id);
  if (undo !== null) {
    await note(null);
    return undo;
  }
  throwRefusal(whyNotUndoBelow(await store.findSetAfter(tx, entry)));
  const { kind, missionId, eventId } = entry;
  const back = { points: -(entry.points ?? 0), kind, reason: `Undone: ${entry.reason}`, undoes: id };
  return (await addPoints(given, locked, { ...back, mission_id: missionId, event_id: eventId })).entry;
}

/** Returns the entries of a user, for staff with who gave them. @throws Refusal NOT_FOUND or NOT_YOURS. */
export async function listPoints({ db, now }: CommandContext, caller: Caller, userId: string): Promise<PointEntry[]> {
  const owner = await users.findOwner(db, userId);
  if (owner === null) throw noSuchUser();
  const isMine = owner.visitorId !== null && owner.visitorId === caller.visitorId;
  const isStaff = mayGive(caller.staff);
  if (!isStaff && !isMine) throw new Refusal('NOT_YOURS', 'Only the phone of this account can read its points.');
  const entries = await store.listEntriesOf(db, userId, MOST_ENTRIES);
  if (isStaff) return entries;
  return asShown(entries, (await store.readFreeze(db, now().toISOString())).frozenAt);
}

/** What helpers gave at once within a day, above the number that they are asked about. */
export async function pointWarnings(context: CommandContext) {
  const { db, now } = context;
  const { askAbovePoints = ASK_ABOVE_POINTS } = await festivalInForce(context);
  return manyPointsWarnings(
    await store.listManyPoints(db, new Date(now().getTime() - DAY).toISOString(), askAbovePoints),
  );
}
