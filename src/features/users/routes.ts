import type { World } from '#features/access/commands.ts';
import { answerWrite } from '#features/admission/commands.ts';
import { writeCsv } from '#platform/csv.ts';
import { attachment } from '#platform/server/attachment.ts';
import type { Serve } from '#platform/server/serve.ts';
import * as commands from './commands.ts';
import * as contract from './contract.ts';
import { userTable } from './rules.ts';
import { listUsers } from './store.ts';

export function userRoutes(serve: Serve, world: World): void {
  serve(contract.listUsers, () => listUsers(world.db));

  serve(contract.createUser, (call) => answerWrite(call, (write) => commands.createUser(world, write, call.body.name)));

  serve(contract.renameUser, async ({ params, body, asking }) =>
    commands.renameUser(world, await asking(), params.id, body.name),
  );

  serve(contract.deleteUser, async ({ params, asking }) => {
    await commands.deleteUser(world, await asking(), params.id);
    return undefined;
  });

  serve(contract.exportUsers, async ({ header }) => {
    header(...attachment('users-and-scores.csv'));
    return writeCsv(userTable(await listUsers(world.db)));
  });
}
