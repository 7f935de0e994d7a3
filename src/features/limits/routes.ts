import type { Registered } from '#database/duties.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import type { Serve } from '#platform/server/serve.ts';
import * as commands from './commands/bursts.ts';
import * as contract from './contract.ts';

export function registrationRoutes(serve: Serve, context: CommandContext, kinds: readonly Registered[]): void {
  serve(contract.readRegistrations, () => commands.readRegistrations(context, kinds));

  serve(contract.removeBurst, async ({ body, caller }) => commands.removeBurst(context, await caller(), body, kinds));

  serve(contract.undoRemoval, async ({ params, caller }) =>
    commands.undoRemoval(context, await caller(), params.id, kinds),
  );

  serve(contract.pauseRegistration, async ({ body, caller }) =>
    commands.pauseRegistration(context, await caller(), body.paused),
  );

  serve(contract.setBadgeWord, async ({ body, caller }) => commands.setBadgeWord(context, await caller(), body.word));
}
