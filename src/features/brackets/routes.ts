import type { World } from '#features/access/commands.ts';
import type { Serve } from '#platform/server/serve.ts';
import { takingTurns } from '#platform/server/turns.ts';
import * as commands from './commands.ts';
import * as contract from './contract.ts';

export function bracketRoutes(serve: Serve, world: World): void {
  const turns = takingTurns();
  serve(contract.generateBracket, async ({ params: { id }, body, asking, arrived }) => {
    const who = await asking();
    return turns(`draw ${id}`, arrived, (second) => commands.generateBracket(world, who, id, body, { second }));
  });
  serve(contract.listMatches, ({ query }) => commands.presentMatches(world, query.eventId));
  serve(contract.listMatchesOf, ({ params }) => commands.presentMatches(world, params.id));
  serve(contract.readLeaderboard, ({ query }) => commands.presentLeaderboard(world, query.eventId));
  serve(contract.readLeaderboardOf, ({ params }) => commands.presentLeaderboard(world, params.id));
  serve(contract.enterScore, async ({ params: { id }, body, asking, arrived }) => {
    const who = await asking();
    return turns(id, arrived, (second) => commands.enterScore(world, who, id, body, second));
  });
  serve(contract.forfeit, async ({ params: { id }, body, asking, arrived }) => {
    const who = await asking();
    return turns(id, arrived, (second) => commands.forfeit(world, who, id, body, second));
  });
  serve(contract.clearScore, async ({ params: { id }, body, asking, arrived }) => {
    const who = await asking();
    return turns(id, arrived, (second) => commands.clearResult(world, who, id, body, second));
  });
  serve(contract.undoResult, async ({ params: { id }, body, asking, arrived }) => {
    const who = await asking();
    return turns(`undo ${id}`, arrived, (second) => commands.undoResult(world, who, id, body.expected ?? null, second));
  });
}
