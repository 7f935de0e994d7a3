import type { World } from '#features/access/commands.ts';
import type { Serve } from '#platform/server/serve.ts';
import * as commands from './commands.ts';
import * as contract from './contract.ts';

export function registrationRoutes(serve: Serve, world: World): void {
  serve(contract.readRegistrations, () => commands.readRegistrations(world));

  serve(contract.removeBurst, async ({ body, asking }) => commands.removeBurst(world, await asking(), body));

  serve(contract.undoRemoval, async ({ params, asking }) => commands.undoRemoval(world, await asking(), params.id));

  serve(contract.pauseRegistration, async ({ body, asking }) => {
    await commands.pauseRegistration(world, await asking(), body.paused);
    return undefined;
  });

  serve(contract.setBadgeWord, async ({ body, asking }) => {
    await commands.setBadgeWord(world, await asking(), body.word);
    return undefined;
  });
}
