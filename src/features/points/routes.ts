import { answerWrite } from '#features/access/commands/answer-write.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { chooseAccount, giveEventPoints, readEventPoints } from '#features/events/contract.ts';
import type { Festival } from '#features/festival/contract.ts';
import type { Serve } from '#platform/server/serve.ts';
import * as commands from './commands/entries.ts';
import * as events from './commands/events.ts';
import * as freeze from './commands/freeze.ts';
import * as contract from './contract.ts';
import { listPointsSince } from './store.ts';

/** `file` is what festival.json says. */
export function pointRoutes(serve: Serve, context: CommandContext, file: Festival): void {
  serve(contract.givePoints, async (call) => {
    const caller = await call.caller();
    return answerWrite(call, (write) =>
      commands.givePoints(context, { ...write, caller }, call.params.id, call.body, file),
    );
  });

  serve(contract.listPoints, async ({ params, caller }) => commands.listPoints(context, await caller(), params.id));

  serve(readEventPoints, ({ params }) => events.readEventPoints(context, params.id));

  serve(giveEventPoints, async ({ params, body, caller }) =>
    events.giveEventPoints(context, await caller(), params.id, body.expectedRevision),
  );

  serve(chooseAccount, async ({ params, body, caller }) =>
    events.chooseAccount(context, await caller(), params.id, body),
  );

  serve(contract.undoPoints, async ({ params, caller }) => commands.undoPoints(context, await caller(), params.id));

  serve(contract.listPointsSince, ({ query }) => listPointsSince(context.db, query.at));

  serve(contract.readStandings, () => freeze.readStandings(context));

  serve(contract.freezeStandings, async ({ body, caller }) => freeze.freezeStandings(context, await caller(), body));

  serve(contract.readCeremony, () => freeze.readCeremony(context));

  serve(contract.revealStandings, async ({ body, caller }) => freeze.revealStandings(context, await caller(), body));
}
