import type { CommandContext } from '#features/access/commands/writes.ts';
import { callerWrites, visitorWrites } from '#features/audit/commands.ts';
import type { Serve } from '#platform/server/serve.ts';
import * as commands from './commands.ts';
import * as contract from './contract.ts';
import { listMine, listOpenGames } from './store.ts';

export function openGameRoutes(serve: Serve, context: CommandContext): void {
  const [write, writeAsVisitor] = [callerWrites(serve, context), visitorWrites(serve, context)];
  const now = () => context.now().toISOString();

  serve(contract.listOpenGames, () => listOpenGames(context.db, now()));

  serve(contract.listMyOpenGames, async ({ caller }) => {
    const { visitorId } = await caller();
    return visitorId === null ? [] : listMine(context.db, visitorId, { now: now() });
  });

  writeAsVisitor(contract.openGame, commands.openGame);
  writeAsVisitor(contract.joinOpenGame, commands.join);
  writeAsVisitor(contract.reportOpenGame, commands.report);
  write(contract.leaveOpenGame, commands.leave);
  write(contract.endOpenGame, commands.endGame);
}
