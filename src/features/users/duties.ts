import type { Duties } from '#database/duties.ts';
import { finishDeletedUsers } from './jobs.ts';
import { checkUsers } from './rules.ts';
import { userProblems } from './soundness.ts';
import { deleteWithoutPoints } from './store/deletions.ts';
import * as store from './store/users.ts';

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
};
