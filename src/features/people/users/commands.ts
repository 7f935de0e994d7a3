import { noteForgotten } from '#database/forgotten.ts';
import { brokeUnique } from '#database/portable.ts';
import type { Db } from '#database/schema.ts';
import { transact } from '#database/transactions.ts';
import { takeTry, uncountTry } from '#features/access/commands/throttle.ts';
import {
  type CommandContext,
  type Write,
  type Written,
  writeAsAdmin,
  writeAsVisitor,
} from '#features/access/commands/writes.ts';
import { tooManyCodes } from '#features/access/rules/throttle.ts';
import { lockVisitor } from '#features/access/store/callers.ts';
import { record, type StaffWork, type StaffWrite } from '#features/audit/commands.ts';
import { giveNames } from '#features/audit/store.ts';
import { countUnderLimit } from '#features/limits/commands/admission.ts';
import { codeIn } from '#platform/codes.ts';
import { nameKey } from '#platform/names.ts';
import { adminRequired, Refusal, throwRefusal } from '#platform/refusal.ts';
import type { Network } from '#platform/server/caller.ts';
import { newCode } from '#platform/server/codes.ts';
import { isOrganiser } from '#platform/staff.ts';
import { tooLateToUndo, undoableSince } from '#platform/undo.ts';
import type * as contract from './contract.ts';
import type { AdminUser, NewUser, OwnAccount, User } from './contract.ts';
import { CODE_LENGTH } from './limits.ts';
import {
  auditedUser,
  badgeCodeLimits,
  nameTaken,
  noSuchBadge,
  noSuchCode,
  noSuchUser,
  onAnotherPhone,
  userIdFrom,
  whyNotCreateAccount,
  whyNotOwn,
} from './rules.ts';
import * as badges from './store/badges.ts';
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
  if (user === null)
    throw nameTaken((await store.findSpelling(tx, name)) ?? name, { isGuest: await badges.isGuest(tx, name) });
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

type Marking = Pick<StaffWrite<typeof contract.markSeen>, 'tx' | 'at' | 'caller' | 'note'>;

async function setSeen({ tx, at, caller, note }: Marking, id: string, isSeen: boolean): Promise<AdminUser> {
  const { user, visitorId } = await store.lockUser(tx, id);
  throwRefusal(whyNotOwn(caller, visitorId));
  const isNew = await badges.markSeen(tx, id, isSeen ? at : null);
  const [seen] = await store.listAdminUsers(tx, [id]);
  if (seen === undefined) throw noSuchUser();
  const { name } = auditedUser(user, visitorId);
  const action = isSeen ? 'badge seen' : 'badge not seen';
  await note(isNew ? { action, who: name, before: null, after: { name } } : null);
  return seen;
}

export const markSeen: StaffWork<typeof contract.markSeen> = ({ params, body, ...given }) =>
  setSeen(given, params.id, body.seen);

/** @throws Refusal NOT_FOUND also for an account without a badge: its code is shown by a phone. */
export const markSeenByCode: StaffWork<typeof contract.markSeenByCode> = async ({ params, ...given }) => {
  const { id, group } = await findTyped(given.tx, params.code);
  if (group === null) throw noSuchBadge();
  return setSeen(given, id, true);
};

/** Finds the account of a code as typed or scanned. @throws Refusal NOT_FOUND. */
export async function findTyped(db: Db, typed: string): Promise<AdminUser> {
  const code = codeIn(typed, CODE_LENGTH);
  const user = code === null ? undefined : await badges.findByCode(db, code);
  if (user === undefined) throw noSuchCode();
  return user;
}

/**
 * Makes the account of a badge one of the calling device. Neither pause, badge word nor the budget of new visitors concern it: who
 * has a badge is a guest. @throws Refusal TOO_FAST, NOT_FOUND, ALREADY_CLAIMED, TOO_MANY_HERE.
 */
export async function claim(
  context: CommandContext,
  { typed, network, ...write }: Omit<Write, 'network' | 'badgeWord'> & { typed: string; network: Network },
): Promise<Written<OwnAccount>> {
  const code = codeIn(typed, CODE_LENGTH);
  if (code === null) throw noSuchBadge();
  const throttle = { ...badgeCodeLimits(write.caller.visitorId, network), sentence: tooManyCodes };
  await takeTry(context, throttle);
  const admitted = { ...context, hooks: { ...context.hooks, admission: null } };
  const written = await writeAsVisitor(
    admitted,
    { ...write, network, badgeWord: null },
    { act: (tx, visitorId) => takeAccount(tx, code, visitorId), recall: stillOnPhone },
  );
  // Not the whole count: a guesser could reset it with a badge of their own.
  await uncountTry(context.db, throttle);
  return written;
}

/** @throws Refusal NOT_FOUND for a badge that has a new code since, or that was taken off its phone. */
async function stillOnPhone(tx: Db, first: OwnAccount): Promise<OwnAccount> {
  const account = (await badges.listWithCodes(tx)).find(({ id }) => id === first.id);
  if (account?.code !== first.code || account.visitorId === null) throw noSuchBadge();
  return { ...first, name: account.name };
}

async function takeAccount(tx: Db, code: string, visitorId: string): Promise<OwnAccount> {
  await lockVisitor(tx, visitorId);
  const found = await badges.findByCode(tx, code);
  if (found === undefined) throw noSuchBadge();
  const { id, name } = found;
  const accounts = await store.listOwnAccounts(tx, visitorId);
  if (accounts.some((own) => own.id === id)) return { id, name, code };
  throwRefusal(whyNotCreateAccount(accounts.length));
  if (!(await badges.giveTo(tx, code, visitorId))) throw onAnotherPhone();
  // What organisers changed in it is forgotten with this visitor.
  await giveNames(tx, [id], visitorId);
  return { id, name, code };
}

/** For a lost badge. */
export const renewCode: StaffWork<typeof contract.renewCode> = async ({ tx, params: { id }, body, note }) => {
  const { user, visitorId } = await store.lockUser(tx, id);
  const [code = ''] = await newCodes(tx, 1);
  await badges.renewCode(tx, id, { code, visitorId, unbinds: body.unbinds });
  const { name } = auditedUser(user, visitorId);
  const was = visitorId === null ? 'no phone' : 'a phone';
  const [before, after] = [{ on: was }, { on: body.unbinds ? 'no phone' : was }];
  await note({ action: 'new badge code', who: name, before, after });
  return { id, name: user.name, code };
};

/** Returns so many codes that no account has. */
export async function newCodes(tx: Db, count: number): Promise<string[]> {
  const codes = new Set<string>();
  while (codes.size < count) {
    while (codes.size < count) codes.add(newCode(CODE_LENGTH));
    for (const taken of await badges.listTakenCodes(tx, [...codes])) codes.delete(taken);
  }
  return [...codes];
}

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
    await transact(context.db, (tx) => badges.giveCode(tx, id, newCode(CODE_LENGTH)));
  } catch (error) {
    if (!brokeUnique(error) || left === 1) throw error;
    await giveCode(context, id, left - 1);
  }
}

/** For accounts from before there were loose keys. */
export const giveLooseKeys = ({ db }: Pick<CommandContext, 'db'>): Promise<void> => transact(db, store.giveLooseKeys);
