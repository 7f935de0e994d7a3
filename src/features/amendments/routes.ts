import type { CommandContext } from '#features/access/commands/writes.ts';
import type { Serve } from '#platform/server/serve.ts';
import * as commands from './commands.ts';
import { undoAmendment } from './commands.ts';
import * as contract from './contract.ts';

export function amendmentRoutes(serve: Serve, context: CommandContext): void {
  serve(contract.listAmendments, ({ params }) => commands.listAmendments(context, params.id));

  serve(contract.renamePlace, async ({ params, body, caller }) =>
    commands.renamePlace(context, await caller(), params.id, body.playerName),
  );

  serve(contract.movePlace, async ({ params, body, caller }) =>
    commands.movePlace(context, await caller(), params.id, body.eventId),
  );

  serve(contract.removePlace, async ({ params, body, caller }) =>
    commands.removePlace(context, await caller(), params.id, body),
  );

  serve(contract.undoAmendment, async ({ params, caller }) => undoAmendment(context, await caller(), params.id));
}
