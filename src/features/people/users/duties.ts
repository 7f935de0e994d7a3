import { sql } from 'kysely';
import { type Clocked, type Duties, type FindProblems, findRows, type JobContext } from '#database/duties.ts';
import { accountKey } from '#platform/names.ts';
import { finishDeletions } from './commands.ts';
import { checkUsers } from './rules.ts';
import { deleteWithoutPoints, listHiddenUsers } from './store/deletions.ts';
import * as store from './store/users.ts';

const sameNames = findRows([
  'two users of one name',
  sql`select name_key as what from users group by name_key having count(*) > 1`,
]);

/** Keys are computed here and never in SQL. */
export const userProblems: FindProblems = async (db) => {
  const named = await db.selectFrom('users').select(['name', 'loose_key']).where('loose_key', 'is not', null).execute();
  const wrong = named.filter(({ name, loose_key }) => loose_key !== accountKey(name));
  return [...(await sameNames(db)), ...wrong.map(({ name }) => `a loose key of another name: ${name}`)];
};

export const finishDeletedUsers = {
  name: 'delete users for good',
  everyMs: 15_000,
  hasWork: async ({ db }: Clocked) => (await listHiddenUsers(db)).length > 0,
  run: (context: JobContext) => finishDeletions(context),
};

export const userDuties: Duties = {
  problems: userProblems,
  jobs: [finishDeletedUsers],
  live: [
    // Before `users`, whose family it is of. As a family itself it is read only while somebody watches.
    { topic: store.ADMIN_TOPIC, isFamily: true, short: false, read: (db, _, ids) => store.listAdminUsers(db, ids) },
    { topic: 'users', isFamily: false, short: false, read: (db, _, ids) => store.listUsers(db, ids) },
  ],
  archived: { key: 'users', table: 'users', read: store.readUsers, check: checkUsers, write: store.writeUsers },
  registered: {
    table: 'users',
    idsAtRandom: true,
    listAfter: store.listMadeAfter,
    remove: deleteWithoutPoints,
  },
  cleared: ['users'],
  countOwned: async (db, visitorId) => ({ accounts: await store.countAccountsOf(db, visitorId) }),
  listNames: store.listNamesOf,
  listTakenNames: store.listTakenNames,
  listNamed: store.listAccountsOf,
  owned: [{ table: 'users' }],
  forget: (tx, { visitorId }) => store.forgetAccountsOf(tx, visitorId),
  anonymise: store.anonymiseUsers,
  erased: ['users'],
};
