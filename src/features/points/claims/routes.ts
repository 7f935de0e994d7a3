import type { CommandContext } from '#features/access/commands/writes.ts';
import { staffWrites, visitorWrites } from '#features/audit/commands.ts';
import type { Serve } from '#platform/server/serve.ts';
import * as commands from './commands.ts';
import * as contract from './contract.ts';

export function claimRoutes(serve: Serve, context: CommandContext): void {
  const write = staffWrites(serve, context);

  serve(contract.listClaims, async ({ caller }) => commands.listClaims(context, await caller()));
  serve(contract.listMyClaims, async ({ caller }) => commands.listMyClaims(context, await caller()));
  visitorWrites(serve, context)(contract.makeClaim, commands.makeClaim);
  write(contract.approveClaim, commands.approveClaim);
  write(contract.refuseClaim, commands.refuseClaim);
  write(contract.undoDecision, commands.undoDecision);
}
