import { answerWrite } from '#features/access/commands/answer-write.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import type { Serve } from '#platform/server/serve.ts';
import * as commands from './commands.ts';
import * as contract from './contract.ts';
import { listEntriesOf } from './store.ts';

export function waitingRoutes(serve: Serve, context: CommandContext): void {
  serve(contract.myWaiting, async ({ caller }) => {
    const { visitorId } = await caller();
    return visitorId === null ? [] : listEntriesOf(context.db, visitorId);
  });

  serve(contract.joinWaiting, (call) => answerWrite(call, (write) => commands.join(context, write, call.body)));

  serve(contract.leaveWaiting, async ({ params, query, caller }) =>
    commands.leave(context, await caller(), params.id, { isWholeGroup: query.group === 'whole' }),
  );

  serve(contract.listWaiting, ({ params }) => commands.listLine(context, params.id));

  serve(contract.promoteByHand, async ({ params, caller }) =>
    commands.promoteByHand(context, await caller(), params.id),
  );
}
