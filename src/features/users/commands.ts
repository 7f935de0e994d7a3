import { transact } from '#database/connect.ts';
import { brokeUnique } from '#database/portable.ts';
import type { Db } from '#database/schema.ts';
import { type World, type Write, type Written, writeAsAdmin, writeAsVisitor } from '#features/access/commands.ts';
import { holdVisitor } from '#features/access/store.ts';
import { countUnderCap } from '#features/admission/commands.ts';
import { record } from '#features/audit/commands.ts';
import { nameKey } from '#platform/names.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Asking } from '#platform/server/asking.ts';
import type { User } from './contract.ts';
import { canCreateAccount, nameTaken, noSuchUser } from './rules.ts';
import * as store from './store.ts';

/** Creates an account (a name). @throws Refusal NAME_TAKEN or TOO_MANY_HERE. */
export function createUser(world: World, write: Write, name: string): Promise<Written<User>> {
  if (write.asking.adminSessionId !== null) {
    return writeAsAdmin(world, write, {
      async act(tx) {
        const user = await addUser(world, tx, name, null);
        await record(world, tx, write.asking, {
          ...{ action: 'user created', subject: user.name },
          ...{ before: null, after: user },
        });
        return user;
      },
      recall,
    });
  }
  return writeAsVisitor(world, write, {
    async act(tx, visitorId) {
      await holdVisitor(tx, visitorId);
      const refusal = canCreateAccount(await store.countAccountsOf(tx, visitorId));
      if (refusal !== null) throw refusal;
      await countUnderCap(world, tx, store.visitorUsers(world.limits.users));
      return addUser(world, tx, name, visitorId);
    },
    recall,
  });
}

async function recall(tx: Db, { id }: User): Promise<User> {
  const user = await store.findUser(tx, id);
  if (user === null)
    throw new Refusal('GONE', 'This user was deleted in the meantime. Register again if you still want to.');
  return user;
}

async function addUser(world: World, tx: Db, name: string, visitorId: string | null): Promise<User> {
  const now = world.now().toISOString();
  const user = await store.addUser(tx, { id: world.newId(), name, nameKey: nameKey(name), visitorId, now });
  if (user === null) throw nameTaken(name);
  return user;
}

declare module '#features/access/commands.ts' {
  interface Hooks {
    /** Renames the places taken under a user's old name. @throws Refusal CHANGED_MEANWHILE. */
    renamePlaces(
      tx: Db,
      of: { readonly nameKey: string; readonly visitorId: string | null },
      to: { readonly name: string; readonly nameKey: string },
    ): Promise<void>;
  }
}

/**
 * Renames a user together with their places and their name in brackets. The score stays.
 * @throws Refusal NOT_FOUND, NAME_TAKEN or CHANGED_MEANWHILE.
 */
export const renameUser = (world: World, asking: Asking, id: string, name: string): Promise<User> =>
  transact(world.db, async (tx) => {
    const before = await store.findUser(tx, id);
    const owner = await store.findOwner(tx, id);
    if (before === null || owner === null) throw noSuchUser();
    const to = { name, nameKey: nameKey(name) };
    const after = await store.renameUser(tx, id, to).catch((error: unknown) => {
      throw brokeUnique(error) ? nameTaken(name) : error;
    });
    if (after === null) throw noSuchUser();
    await world.hooks.renamePlaces(tx, owner, to);
    await record(world, tx, asking, { action: 'user renamed', subject: before.name, before, after });
    return after;
  });

/** @throws Refusal NOT_FOUND. */
export const deleteUser = (world: World, asking: Asking, id: string): Promise<void> =>
  transact(world.db, async (tx) => {
    const before = await store.deleteUser(tx, id);
    if (before === null) throw noSuchUser();
    await record(world, tx, asking, { action: 'user deleted', subject: before.name, before, after: null });
  });
