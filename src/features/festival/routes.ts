import type { CommandContext } from '#features/access/commands/writes.ts';
import { attachment } from '#platform/server/headers.ts';
import type { Serve } from '#platform/server/serve.ts';
import * as commands from './commands.ts';
import * as contract from './contract.ts';

/** `file` is what festival.json says. */
export function festivalRoutes(serve: Serve, context: CommandContext, file: contract.Festival): void {
  serve(contract.readFestival, () => commands.festivalInForce(context.db, file));

  serve(contract.readFacts, () => commands.readDesk(context, file));

  serve(contract.saveFacts, async ({ body, caller }) => commands.saveFacts(context, await caller(), file, body));

  serve(contract.useFile, async ({ body, caller }) => commands.useFile(context, await caller(), file, body));

  serve(contract.undoFacts, async ({ body, caller }) => commands.undoFacts(context, await caller(), file, body));

  serve(contract.exportFacts, async ({ header }) => {
    header(...attachment('festival.json'));
    return commands.writeFile(context, file);
  });
}
