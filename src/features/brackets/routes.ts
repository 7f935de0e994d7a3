import type { CommandContext } from '#features/access/commands/writes.ts';
import { callerWrites, staffWrites } from '#features/audit/commands.ts';
import type { Serve } from '#platform/server/serve.ts';
import { listEveryCall } from './commands/announce.ts';
import * as calls from './commands/calls.ts';
import * as changes from './commands/changes.ts';
import * as entrants from './commands/entrants.ts';
import * as reads from './commands/reads.ts';
import * as rounds from './commands/rounds.ts';
import * as contract from './contract.ts';

export function bracketRoutes(serve: Serve, context: CommandContext): void {
  const write = staffWrites(serve, context);

  write(contract.generateBracket, changes.generateBracket());
  write(contract.reorderSeeds, entrants.reorderSeeds);
  write(contract.addLateEntrant, entrants.addLateEntrant);
  write(contract.substitute, entrants.substitute);
  write(contract.forfeitAll, entrants.forfeitAll);

  serve(contract.listMatches, ({ query }) => reads.presentMatches(context, query.eventId));
  serve(contract.listMatchesByPath, ({ params }) => reads.presentMatches(context, params.id));
  serve(contract.listEntries, ({ params }) => reads.listEntries(context, params.id));
  serve(contract.readLeaderboard, ({ query }) => reads.presentLeaderboard(context, query.eventId));
  serve(contract.listWinners, () => reads.listWinners(context.db));
  serve(contract.readLeaderboardByPath, ({ params }) => reads.presentLeaderboard(context, params.id));

  serve(contract.proposeRound, ({ params }) => rounds.proposeRound(context, params.id));
  write(contract.publishRound, rounds.publishRound);
  write(contract.undoRound, rounds.undoRound);
  write(contract.setClock, rounds.setClock);

  write(contract.enterScore, changes.enterScore);
  write(contract.forfeit, changes.forfeit);
  write(contract.clearScore, changes.clearScore);
  write(contract.undoResult, changes.undoResult);

  write(contract.callMatch, calls.callMatch);
  write(contract.endCall, calls.endCall);
  callerWrites(serve, context)(contract.sawCall, calls.sawCall);
  serve(contract.listMyCalls, async ({ caller }) => listEveryCall(context, (await caller()).visitorId));
  serve(contract.listCalls, ({ params }) => calls.listCalls(context, params.id));
  write(contract.fixTable, calls.fixTable);
}
