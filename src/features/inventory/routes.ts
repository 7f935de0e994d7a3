import { answerWrite } from '#features/access/commands/answer-write.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { writeCsv } from '#platform/csv.ts';
import { attachment } from '#platform/server/headers.ts';
import type { Serve } from '#platform/server/serve.ts';
import * as commands from './commands.ts';
import * as contract from './contract.ts';
import { gameTable } from './rules.ts';
import { listGames, listIdsOf } from './store.ts';

export function inventoryRoutes(serve: Serve, context: CommandContext): void {
  serve(contract.listGames, () => listGames(context.db));

  serve(contract.listMyGames, async ({ caller }) => {
    const { visitorId } = await caller();
    return visitorId === null ? [] : listIdsOf(context.db, visitorId);
  });

  serve(contract.addGame, (call) => answerWrite(call, (write) => commands.addGame(context, write, call.body)));

  serve(contract.removeGame, async ({ params, caller }) => commands.removeGame(context, await caller(), params.id));

  serve(contract.restoreGame, async ({ params, caller }) => commands.restoreGame(context, await caller(), params.id));

  serve(contract.exportInventory, async ({ header }) => {
    header(...attachment('inventory.csv'));
    return writeCsv(gameTable(await listGames(context.db)));
  });
}
