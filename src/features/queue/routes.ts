import type { CommandContext } from '#features/access/commands/writes.ts';
import { callerWrites, staffWrites, visitorWrites } from '#features/audit/commands.ts';
import type { Serve } from '#platform/server/serve.ts';
import * as commands from './commands.ts';
import * as contract from './contract.ts';

export function queueRoutes(serve: Serve, context: CommandContext): void {
  const [work, call] = [staffWrites(serve, context), callerWrites(serve, context)];
  serve(contract.listQueue, ({ params }) => commands.listQueue(context, params.id));
  serve(contract.listMyNumbers, async ({ caller }) => commands.listMyNumbers(context, await caller()));
  visitorWrites(serve, context)(contract.takeNumber, commands.takeNumber);
  call(contract.leaveQueue, commands.leaveQueue);
  call(contract.sawTurn, commands.sawTurn);
  work(contract.callNext, commands.callNext);
  work(contract.markDone, commands.markDone);
  work(contract.markAbsent, commands.markAbsent);
  work(contract.pauseQueue, commands.pauseQueue);
}
