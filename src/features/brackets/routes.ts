import type { CommandContext } from '#features/access/commands/writes.ts';
import { undoCompletion } from '#features/events/contract.ts';
import type { Serve } from '#platform/server/serve.ts';
import * as calls from './commands/calls.ts';
import * as commands from './commands/changes.ts';
import * as completions from './commands/completions.ts';
import * as entrants from './commands/entrants.ts';
import { forfeitAll } from './commands/entrants.ts';
import * as reads from './commands/reads.ts';
import * as contract from './contract.ts';

export function bracketRoutes(serve: Serve, context: CommandContext): void {
  serve(contract.generateBracket, async ({ params, body, caller }) =>
    commands.generateBracket(context, await caller(), params.id, body),
  );
  serve(contract.reorderSeeds, async ({ params, body, caller }) =>
    entrants.reorderSeeds(context, await caller(), params.id, body),
  );
  serve(contract.addLateEntrant, async ({ params, body, caller }) =>
    entrants.addLateEntrant(context, await caller(), params.id, body),
  );
  serve(contract.substitute, async ({ params, body, caller }) =>
    entrants.substitute(context, await caller(), params.id, body),
  );
  serve(contract.forfeitAll, async ({ params, body, caller }) => forfeitAll(context, await caller(), params.id, body));
  serve(contract.listMatches, ({ query }) => reads.presentMatches(context, query.eventId));
  serve(contract.listMatchesByPath, ({ params }) => reads.presentMatches(context, params.id));
  serve(contract.listEntries, ({ params }) => reads.listEntries(context, params.id));
  serve(contract.readLeaderboard, ({ query }) => reads.presentLeaderboard(context, query.eventId));
  serve(contract.readLeaderboardByPath, ({ params }) => reads.presentLeaderboard(context, params.id));
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
  serve(contract.callMatch, async ({ params, body, caller }) =>
    calls.callMatch(context, await caller(), params.id, body.table),
  );
  serve(contract.endCall, async ({ params, caller }) => calls.endCall(context, await caller(), params.id));
  serve(contract.sawCall, async ({ params, caller }) => calls.sawCall(context, await caller(), params.id));
  serve(contract.listMyCalls, async ({ caller }) => calls.listMyCalls(context, (await caller()).visitorId));
  serve(contract.listCalls, ({ params }) => calls.listCalls(context, params.id));
  serve(contract.fixTable, async ({ params, body, caller }) =>
    calls.fixTable(context, await caller(), params.id, body),
  );
  serve(undoCompletion, async ({ params, caller }) => completions.undoCompletion(context, await caller(), params.id));
}
