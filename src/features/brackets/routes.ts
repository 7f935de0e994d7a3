import type { CommandContext } from '#features/access/commands/writes.ts';
import type { Serve } from '#platform/server/serve.ts';
import * as commands from './commands.ts';
import * as contract from './contract.ts';

export function bracketRoutes(serve: Serve, context: CommandContext): void {
  serve(contract.generateBracket, async ({ params, body, caller }) =>
    commands.generateBracket(context, await caller(), params.id, body),
  );
  serve(contract.listMatches, ({ query }) => commands.presentMatches(context, query.eventId));
  serve(contract.listMatchesOf, ({ params }) => commands.presentMatches(context, params.id));
  serve(contract.readLeaderboard, ({ query }) => commands.presentLeaderboard(context, query.eventId));
  serve(contract.readLeaderboardOf, ({ params }) => commands.presentLeaderboard(context, params.id));
  serve(contract.enterScore, async ({ params, body, caller }) =>
    commands.enterScore(context, await caller(), params.id, body),
  );
  serve(contract.forfeit, async ({ params, body, caller }) =>
    commands.forfeit(context, await caller(), params.id, body),
  );
  serve(contract.clearScore, async ({ params, body, caller }) =>
    commands.clearResult(context, await caller(), params.id, body),
  );
  serve(contract.undoResult, async ({ params, body, caller }) =>
    commands.undoResult(context, await caller(), params.id, body),
  );
}
