import type { CommandContext } from '#features/access/commands/writes.ts';
import { callerWrites, staffWrites, visitorWrites } from '#features/audit/commands.ts';
import { writeCsv } from '#platform/csv.ts';
import { attachment } from '#platform/server/headers.ts';
import type { Serve } from '#platform/server/serve.ts';
import * as commands from './commands.ts';
import * as contract from './contract.ts';
import { gameTable } from './rules.ts';
import { listGames, listIdsOf, listLoans } from './store.ts';

export function inventoryRoutes(serve: Serve, context: CommandContext): void {
  const write = callerWrites(serve, context);

  serve(contract.listGames, () => listGames(context.db));

  serve(contract.listMyGames, async ({ caller }) => {
    const { visitorId } = await caller();
    return visitorId === null ? [] : listIdsOf(context.db, visitorId);
  });

  visitorWrites(serve, context)(contract.addGame, commands.addGame);
  write(contract.removeGame, commands.removeGame);
  write(contract.restoreGame, commands.restoreGame);

  const byStaff = staffWrites(serve, context);
  serve(contract.listLoans, () => listLoans(context.db));
  byStaff(contract.lendGame, commands.lendGame);
  byStaff(contract.takeBackGame, commands.takeBackGame);

  serve(contract.exportInventory, async ({ header }) => {
    header(...attachment('inventory.csv'));
    return writeCsv(gameTable(await listGames(context.db)));
  });
}
