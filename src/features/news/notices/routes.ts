import type { CommandContext } from '#features/access/commands/writes.ts';
import type { Serve } from '#platform/server/serve.ts';
import * as commands from './commands.ts';
import * as contract from './contract.ts';
import { listNoticesOf } from './store.ts';

export function noticeRoutes(serve: Serve, context: CommandContext): void {
  serve(contract.listMyNotices, async ({ caller }) => {
    const { visitorId } = await caller();
    return visitorId === null ? [] : listNoticesOf(context.db, visitorId);
  });

  serve(contract.markSeen, async ({ body, caller }) => {
    const { visitorId } = await caller();
    // An organiser's browser need not be a visitor.
    if (visitorId !== null) await commands.markSeen(context, visitorId, body.ids);
  });
}
