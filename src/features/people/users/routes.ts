import { answerWrite } from '#features/access/commands/answer-write.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { writeCsv } from '#platform/csv.ts';
import { attachment } from '#platform/server/headers.ts';
import type { Serve } from '#platform/server/serve.ts';
import * as commands from './commands.ts';
import * as contract from './contract.ts';
import { userTable } from './rules.ts';
import { listAdminUsers, listUsers } from './store/users.ts';

export function userRoutes(serve: Serve, context: CommandContext): void {
  serve(contract.listUsers, () => listUsers(context.db));

  serve(contract.listAdminUsers, () => listAdminUsers(context.db));

  serve(contract.createUser, (call) => answerWrite(call, (write) => commands.createUser(context, write, call.body)));

  serve(contract.renameUser, async ({ params, body, caller }) =>
    commands.renameUser(context, await caller(), params.id, body.name),
  );

  serve(contract.deleteUser, async ({ params, caller }) => {
    await commands.deleteUser(context, await caller(), params.id);
    return undefined;
  });

  serve(contract.listDeletedUsers, () => commands.listDeletedUsers(context));

  serve(contract.restoreUser, async ({ params, caller }) => commands.restoreUser(context, await caller(), params.id));

  serve(contract.listMyAccounts, async ({ caller }) => {
    const { visitorId } = await caller();
    return visitorId === null ? [] : commands.listOwnAccounts(context, visitorId);
  });

  serve(contract.findByCode, ({ params }) => commands.findByCode(context, params.code));

  serve(contract.markSeen, async ({ params, body, caller }) =>
    commands.markSeen(context, await caller(), params.id, body.seen),
  );

  serve(contract.exportUsers, async ({ header }) => {
    header(
      ...attachment(
        `users-and-scores ${context
          .now()
          .toISOString()
          .replace(/[-:]|\.\d+/g, '')}.csv`,
      ),
    );
    return writeCsv(userTable(await listAdminUsers(context.db)));
  });
}
