import { answerWrite } from '#features/access/commands/answer-write.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import type { Festival } from '#features/festival/contract.ts';
import type { Serve } from '#platform/server/serve.ts';
import * as commands from './commands.ts';
import * as contract from './contract.ts';

/** `file` is what festival.json says. */
export function claimRoutes(serve: Serve, context: CommandContext, file: Festival): void {
  serve(contract.listClaims, async ({ caller }) => commands.listClaims(context, await caller()));

  serve(contract.listMyClaims, async ({ caller }) => commands.listMyClaims(context, await caller()));

  serve(contract.makeClaim, (call) =>
    answerWrite(call, (write) => commands.makeClaim(context, write, call.body, file)),
  );

  serve(contract.approveClaim, async ({ params, body, caller }) =>
    commands.approveClaim(context, await caller(), params.id, body, file),
  );

  serve(contract.refuseClaim, async ({ params, body, caller }) =>
    commands.refuseClaim(context, await caller(), params.id, body.reason, file),
  );

  serve(contract.undoDecision, async ({ params, caller }) =>
    commands.undoDecision(context, await caller(), params.id, file),
  );
}
