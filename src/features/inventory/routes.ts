import type { World } from '#features/access/commands.ts';
import { answerWrite } from '#features/admission/commands.ts';
import { writeCsv } from '#platform/csv.ts';
import { attachment } from '#platform/server/attachment.ts';
import type { Serve } from '#platform/server/serve.ts';
import * as commands from './commands.ts';
import * as contract from './contract.ts';
import { gameTable } from './rules.ts';
import { listGames, listIdsOf } from './store.ts';

export function inventoryRoutes(serve: Serve, world: World): void {
  serve(contract.listGames, () => listGames(world.db));

  serve(contract.listMyGames, async ({ asking }) => {
    const { visitorId } = await asking();
    return visitorId === null ? [] : listIdsOf(world.db, visitorId);
  });

  serve(contract.addGame, (call) => answerWrite(call, (write) => commands.addGame(world, write, call.body)));

  serve(contract.removeGame, async ({ params, asking }) => {
    await commands.removeGame(world, await asking(), params.id);
    return undefined;
  });

  serve(contract.restoreGame, async ({ params, asking }) => commands.restoreGame(world, await asking(), params.id));

  serve(contract.exportInventory, async ({ header }) => {
    header(...attachment('inventory.csv'));
    return writeCsv(gameTable(await listGames(world.db)));
  });
}
