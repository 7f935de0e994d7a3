import type { CommandContext } from '#features/access/commands/writes.ts';
import { staffWrites, visitorWrites } from '#features/audit/commands.ts';
import type { Festival } from '#features/festival/contract.ts';
import type { Serve } from '#platform/server/serve.ts';
import * as commands from './commands.ts';
import * as contract from './contract.ts';

/** `file` is what festival.json says. */
export function claimRoutes(serve: Serve, context: CommandContext, file: Festival): void {
  const write = staffWrites(serve, context);

  serve(contract.listClaims, async ({ caller }) => commands.listClaims(context, await caller()));
  serve(contract.listMyClaims, async ({ caller }) => commands.listMyClaims(context, await caller()));
  visitorWrites(serve, context)(contract.makeClaim, commands.makeClaim(file));
  write(contract.approveClaim, commands.approveClaim(file));
  write(contract.refuseClaim, commands.refuseClaim(file));
  write(contract.undoDecision, commands.undoDecision(file));
}
