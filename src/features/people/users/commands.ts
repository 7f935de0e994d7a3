import { noteForgotten } from '#database/forgotten.ts';
import { brokeUnique } from '#database/portable.ts';
import type { Db } from '#database/schema.ts';
import { transact } from '#database/transactions.ts';
import {
  type CommandContext,
  type Write,
  type Written,
  writeAsAdmin,
  writeAsVisitor,
} from '#features/access/commands/writes.ts';
import { lockVisitor } from '#features/access/store/callers.ts';
import { record } from '#features/audit/commands.ts';
import { countUnderLimit } from '#features/limits/commands/admission.ts';
import { codeIn } from '#platform/codes.ts';
import { nameKey } from '#platform/names.ts';
import { adminRequired, Refusal, throwRefusal } from '#platform/refusal.ts';
import type { StaffCaller } from '#platform/server/caller.ts';
import { newCode } from '#platform/server/codes.ts';
import { isOrganiser } from '#platform/staff.ts';
import { tooLateToUndo, undoableSince, undoUntil } from '#platform/undo.ts';
import type { AdminUser, DeletedUser, NewUser, OwnAccount, User } from './contract.ts';
import {
  auditedUser,
  CODE_LENGTH,
  nameTaken,
  noSuchCode,
  noSuchUser,
  userIdFrom,
  whyNotCreateAccount,
  whyNotOwn,
} from './rules.ts';
import * as deletions from './store/deletions.ts';
import * as store from './store/users.ts';

/** Creates an account (a name). @throws Refusal LOCKED, NAME_TAKEN or TOO_MANY_HERE. */
export async function createUser(
  context: CommandContext,
  write: Write,
  { name, asOrganiser = false }: NewUser,
): Promise<Written<User>> {
  const { staff } = write.caller;
  if (isOrganiser(staff)) {
    return writeAsAdmin(context, write, {
      async act(tx) {
        const user = await addUser(context, tx, name, null);
        const after = auditedUser(user, null);
        await record(context, tx, staff, { action: 'user created', who: after.name, before: null, after });
        return user;
      },
      recall,
    });
  }
  if (asOrganiser) throw adminRequired();
  return writeAsVisitor(context, write, {
    async act(tx, visitorId) {
      await lockVisitor(tx, visitorId);
      throwRefusal(whyNotCreateAccount(await store.countAccountsOf(tx, visitorId)));
      await countUnderLimit(context, tx, store.visitorUsers(context.limits.users));
      return addUser(context, tx, name, visitorId);
    },
    recall,
  });
}

async function recall(tx: Db, { id }: User): Promise<User> {
  const user = await store.findShown(tx, id);
  if (user === null)
    throw new Refusal('GONE', 'This user was deleted in the meantime. Register again if you still want to.');
  return user;
}

async function addUser(context: CommandContext, tx: Db, name: string, visitorId: string | null): Promise<User> {
  const now = context.now().toISOString();
  const id = userIdFrom(context.newId());
  const user = await store.addUser(tx, { id, name, nameKey: nameKey(name), visitorId, now });
  if (user === null) throw nameTaken((await store.findSpelling(tx, name)) ?? name);
  return user;
}

declare module '#features/access/commands/writes.ts' {
  interface Hooks {
    /** Renames the places and waiting entries under a user's old name. */
    renamePlaces(
      tx: Db,
      of: { readonly nameKey: string; readonly visitorId: string | null },
      to: { readonly name: string; readonly nameKey: string },
    ): Promise<void>;
  }
}

/**
 * Renames a user together with their places, waiting entries and their name in brackets. The score stays.
 * @throws Refusal NOT_FOUND or NAME_TAKEN.
 */
export const renameUser = (context: CommandContext, caller: StaffCaller, id: string, name: string): Promise<User> =>
  transact(context.db, async (tx) => {
    const before = await store.lockUser(tx, id);
    const spelling = await store.findSpelling(tx, name, id);
    if (spelling !== null) throw nameTaken(spelling);
    const to = { name, nameKey: nameKey(name) };
    const after = await store.renameUser(tx, id, to).catch((error: unknown) => {
      throw brokeUnique(error) ? nameTaken(name) : error;
    });
    if (after === null) throw noSuchUser();
    await context.hooks.renamePlaces(tx, before, to);
    const [from, now] = [auditedUser(before.user, before.visitorId), auditedUser(after, before.visitorId)];
    await record(context, tx, caller.staff, { action: 'user renamed', who: from.name, before: from, after: now });
    return after;
  });

/** Hides the user; `finishDeletions` deletes it. @throws Refusal NOT_FOUND. */
export const deleteUser = (context: CommandContext, caller: StaffCaller, id: string): Promise<void> =>
  transact(context.db, async (tx) => {
    const { user, visitorId } = await store.lockUser(tx, id);
    await deletions.hideUser(tx, id, context.now().toISOString());
    const before = auditedUser(user, visitorId);
    await record(context, tx, caller.staff, { action: 'user deleted', who: before.name, before, after: null });
  });

/** Returns the deleted users that can still be restored. */
export async function listDeletedUsers({ db, now }: CommandContext): Promise<DeletedUser[]> {
  const hidden = await deletions.listHiddenUsers(db);
  return hidden
    .filter(({ deletedAt }) => deletedAt > undoableSince(now()))
    .map(({ user, deletedAt }) => ({ ...user, undoUntil: undoUntil(deletedAt) }));
}

/** Undoes a deletion. @throws Refusal NOT_FOUND once it is final. */
export const restoreUser = (context: CommandContext, caller: StaffCaller, id: string): Promise<User> =>
  transact(context.db, async (tx) => {
    const restored = await deletions.restoreUser(tx, id, undoableSince(context.now()));
    if (restored === null) {
      // The answer to the first undo may have been lost.
      const present = await store.findShown(tx, id);
      if (present === null) throw tooLateToUndo();
      return present;
    }
    const { user, visitorId } = await store.lockUser(tx, id);
    const after = auditedUser(user, visitorId);
    await record(context, tx, caller.staff, { action: 'user restored', who: after.name, before: null, after });
    return restored;
  });

/** Deletes the hidden users whose deletion is final. Returns how many. */
export async function finishDeletions({ db, now, secret }: CommandContext): Promise<number> {
  const until = undoableSince(now());
  let deleted = 0;
  for (const { user, deletedAt } of await deletions.listHiddenUsers(db)) {
    if (deletedAt > until) continue;
    await transact(db, async (tx) => {
      const removed = await deletions.removeUser(tx, user.id, until);
      if (removed === null) return;
      await noteForgotten(tx, secret, [removed.name], removed.since);
      deleted += 1;
    });
  }
  return deleted;
}

/** Returns the accounts of a visitor. Those that have no code yet get one. */
export async function listOwnAccounts(context: CommandContext, visitorId: string): Promise<OwnAccount[]> {
  for (const { id, code } of await store.listOwnAccounts(context.db, visitorId))
    if (code === null) await giveCode(context, id);
  const own = await store.listOwnAccounts(context.db, visitorId);
  return own.flatMap(({ code, ...account }) => (code === null ? [] : { ...account, code }));
}

/** Codes that another account may have already. */
const CODES_TRIED = 5;

async function giveCode(context: CommandContext, id: string, left = CODES_TRIED): Promise<void> {
  try {
    await transact(context.db, (tx) => store.giveCode(tx, id, newCode(CODE_LENGTH)));
  } catch (error) {
    if (!brokeUnique(error) || left === 1) throw error;
    await giveCode(context, id, left - 1);
  }
}

/** Wrong codes are not counted: staff may give points to every account anyway. @throws Refusal NOT_FOUND. */
export async function findByCode({ db }: CommandContext, typed: string): Promise<AdminUser> {
  const code = codeIn(typed, CODE_LENGTH);
  const user = code === null ? undefined : await store.findByCode(db, code);
  if (user === undefined) throw noSuchCode();
  return user;
}

/** @throws Refusal NOT_FOUND. */
export const markSeen = (context: CommandContext, caller: StaffCaller, id: string, seen: boolean): Promise<AdminUser> =>
  transact(context.db, async (tx) => {
    const locked = await store.lockUser(tx, id);
    throwRefusal(whyNotOwn(caller, locked.visitorId));
    const isNew = await store.markSeen(tx, id, seen ? context.now().toISOString() : null);
    const [user] = await store.listAdminUsers(tx, [id]);
    if (user === undefined) throw noSuchUser();
    const { name } = auditedUser(locked.user, locked.visitorId);
    const action = seen ? 'badge seen' : 'badge not seen';
    if (isNew) await record(context, tx, caller.staff, { action, who: name, before: null, after: { name } });
    return user;
  });

/** For accounts from before there were loose keys. */
export const giveLooseKeys = ({ db }: Pick<CommandContext, 'db'>): Promise<void> => transact(db, store.giveLooseKeys);
