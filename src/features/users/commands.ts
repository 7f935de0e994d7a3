import type { Db } from '#database/schema.ts';
import { type World, type Write, type Written, writeAsAdmin, writeAsVisitor } from '#features/access/commands.ts';
import { holdVisitor } from '#features/access/store.ts';
import { nameKey } from '#platform/names.ts';
import type { User } from './contract.ts';
import { canCreateAccount, nameTaken } from './rules.ts';
import * as store from './store.ts';

/** Creates an account that is only a name. @throws Refusal NAME_TAKEN or TOO_MANY_HERE. */
export function createUser(world: World, write: Write, name: string): Promise<Written<User>> {
  if (write.asking.adminSessionId !== null) return writeAsAdmin(world, write, (tx) => addUser(world, tx, name, null));
  return writeAsVisitor(world, write, async (tx, visitorId) => {
    await holdVisitor(tx, visitorId);
    const refusal = canCreateAccount(await store.countAccountsOf(tx, visitorId));
    if (refusal !== null) throw refusal;
    return addUser(world, tx, name, visitorId);
  });
}

async function addUser(world: World, tx: Db, name: string, visitorId: string | null): Promise<User> {
  const now = world.now().toISOString();
  const user = await store.addUser(tx, { id: world.newId(), name, nameKey: nameKey(name), visitorId, now });
  if (user === null) throw nameTaken(name);
  return user;
}
