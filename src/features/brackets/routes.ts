import type { World } from '#features/access/commands.ts';
import type { Serve } from '#platform/server/serve.ts';
import * as commands from './commands.ts';
import * as contract from './contract.ts';

export function bracketRoutes(serve: Serve, world: World): void {
  serve(contract.generateBracket, async ({ params, body, asking }) =>
    commands.generateBracket(world, await asking(), params.id, body),
  );
  serve(contract.listMatches, ({ query }) => commands.presentMatches(world, query.eventId));
  serve(contract.listMatchesOf, ({ params }) => commands.presentMatches(world, params.id));
  serve(contract.readLeaderboard, ({ query }) => commands.presentLeaderboard(world, query.eventId));
  serve(contract.readLeaderboardOf, ({ params }) => commands.presentLeaderboard(world, params.id));
  serve(contract.enterScore, async ({ params, body, asking }) =>
    commands.enterScore(world, await asking(), params.id, body),
  );
  serve(contract.forfeit, async ({ params, body, asking }) => commands.forfeit(world, await asking(), params.id, body));
  serve(contract.clearScore, async ({ params, body, asking }) =>
    commands.clearResult(world, await asking(), params.id, body),
  );
  serve(contract.undoResult, async ({ params, body, asking }) =>
    commands.undoResult(world, await asking(), params.id, body),
  );
}
