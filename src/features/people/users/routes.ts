import { answerWrite } from '#features/access/commands/answer-write.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { staffWrites } from '#features/audit/commands.ts';
import { writeCsv } from '#platform/csv.ts';
import { attachment } from '#platform/server/headers.ts';
import type { Serve } from '#platform/server/serve.ts';
import { undoableSince, undoUntil } from '#platform/undo.ts';
import * as commands from './commands.ts';
import * as contract from './contract.ts';
import { userTable } from './rules.ts';
import { listHiddenUsers } from './store/deletions.ts';
import { listAdminUsers, listUsers } from './store/users.ts';

export function userRoutes(serve: Serve, context: CommandContext): void {
  const { db, now } = context;
  const write = staffWrites(serve, context);

  serve(contract.listUsers, () => listUsers(db));
  serve(contract.listAdminUsers, () => listAdminUsers(db));
  serve(contract.createUser, (call) => answerWrite(call, (by) => commands.createUser(context, by, call.body)));
  write(contract.deleteUser, commands.deleteUser);
  write(contract.restoreUser, commands.restoreUser);
  write(contract.markSeen, commands.markSeen);

  serve(contract.listDeletedUsers, async () =>
    (await listHiddenUsers(db))
      .filter(({ deletedAt }) => deletedAt > undoableSince(now()))
      .map(({ user, deletedAt }) => ({ ...user, undoUntil: undoUntil(deletedAt) })),
  );

  serve(contract.listMyAccounts, async ({ caller }) => {
    const { visitorId } = await caller();
    return visitorId === null ? [] : commands.listOwnAccounts(context, visitorId);
  });

  // Wrong codes are not counted: staff may give points to every account anyway.
  serve(contract.findByCode, ({ params }) => commands.findTyped(db, params.code));
  write(contract.markSeenByCode, commands.markSeenByCode);
  write(contract.renewCode, commands.renewCode);
  serve(contract.claimBadge, (call) =>
    answerWrite(call, (by) => commands.claim(context, { ...by, network: call.network, typed: call.params.code })),
  );

  serve(contract.exportUsers, async ({ header }) => {
    const at = now()
      .toISOString()
      .replace(/[-:]|\.\d+/g, '');
    header(...attachment(`users-and-scores ${at}.csv`));
    return writeCsv(userTable(await listAdminUsers(db)));
  });
}
