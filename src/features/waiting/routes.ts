import type { CommandContext } from '#features/access/commands/writes.ts';
import { callerWrites, staffWrites, visitorWrites } from '#features/audit/commands.ts';
import { noSuchEvent } from '#features/events/commands.ts';
import { findEvent } from '#features/events/store.ts';
import type { Serve } from '#platform/server/serve.ts';
import * as commands from './commands.ts';
import * as contract from './contract.ts';
import { listEntriesOf, listLine } from './store.ts';

export function waitingRoutes(serve: Serve, context: CommandContext): void {
  const { db } = context;

  serve(contract.myWaiting, async ({ caller }) => {
    const { visitorId } = await caller();
    return visitorId === null ? [] : listEntriesOf(db, visitorId);
  });

  visitorWrites(serve, context)(contract.joinWaiting, commands.join);
  callerWrites(serve, context)(contract.leaveWaiting, commands.leave);
  staffWrites(serve, context)(contract.promoteByHand, commands.promoteByHand);

  serve(contract.listWaiting, async ({ params }) => {
    const event = await findEvent(db, params.id);
    if (event === null) throw noSuchEvent();
    return event.status === 'completed' ? [] : listLine(db, params.id);
  });
}
