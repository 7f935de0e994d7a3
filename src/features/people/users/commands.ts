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
import { record, type StaffWork } from '#features/audit/commands.ts';
import { countUnderLimit } from '#features/limits/commands/admission.ts';
import { nameKey } from '#platform/names.ts';
import { adminRequired, Refusal, throwRefusal } from '#platform/refusal.ts';
import { newCode } from '#platform/server/codes.ts';
import { isOrganiser } from '#platform/staff.ts';
import { tooLateToUndo, undoableSince } from '#platform/undo.ts';
import type * as contract from './contract.ts';
import type { NewUser, OwnAccount, User } from './contract.ts';
import {
  auditedUser,
  CODE_LENGTH,
  nameTaken,
  noSuchUser,
  userIdFrom,
  whyNotCreateAccount,
  whyNotOwn,
} from './rules.ts';
import * as deletions from './store/deletions.ts';
import * as store from './store/users.ts';

/** An organiser's account belongs to no device. */
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
    throw new Refusal('GONE', 'This account was deleted in the meantime. Register again if you still want to.');
  return user;
}

async function addUser(context: CommandContext, tx: Db, name: string, visitorId: string | null): Promise<User> {
  const now = context.now().toISOString();
  const id = userIdFrom(context.newId());
  const user = await store.addUser(tx, { id, name, nameKey: nameKey(name), visitorId, now });
  if (user === null) throw nameTaken((await store.findSpelling(tx, name)) ?? name);
  return user;
}

/** Hides the user; `finishDeletions` deletes it. */
export const deleteUser: StaffWork<typeof contract.deleteUser> = async ({ tx, at, params: { id }, note }) => {
  const { user, visitorId } = await store.lockUser(tx, id);
  await deletions.hideUser(tx, id, at);
  const before = auditedUser(user, visitorId);
  await note({ action: 'user deleted', who: before.name, before, after: null });
};

/** Undoes a deletion that is not final. */
export const restoreUser: StaffWork<typeof contract.restoreUser> = async ({ tx, now, params: { id }, note }) => {
  const restored = await deletions.restoreUser(tx, id, undoableSince(now));
  if (restored === null) {
    // The answer to the first undo may have been lost.
    const present = await store.findShown(tx, id);
    if (present === null) throw tooLateToUndo();
    await note(null);
    return present;
  }
  const { user, visitorId } = await store.lockUser(tx, id);
  const after = auditedUser(user, visitorId);
  await note({ action: 'user restored', who: after.name, before: null, after });
  return restored;
};

export const markSeen: StaffWork<typeof contract.markSeen> = async ({ tx, at, caller, params: { id }, body, note }) => {
  const { user, visitorId } = await store.lockUser(tx, id);
  throwRefusal(whyNotOwn(caller, visitorId));
  const isNew = await store.markSeen(tx, id, body.seen ? at : null);
  const [seen] = await store.listAdminUsers(tx, [id]);
  if (seen === undefined) throw noSuchUser();
  const { name } = auditedUser(user, visitorId);
  const action = body.seen ? 'badge seen' : 'badge not seen';
  await note(isNew ? { action, who: name, before: null, after: { name } } : null);
  return seen;
};

/** Deletes the hidden users whose deletion is final. */
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

/** Accounts that have no code yet get one. */
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

/** For accounts from before there were loose keys. */
export const giveLooseKeys = ({ db }: Pick<CommandContext, 'db'>): Promise<void> => transact(db, store.giveLooseKeys);
