import type { CommandContext } from '#features/access/commands/writes.ts';
import { undoCompletion } from '#features/events/contract.ts';
import type { Serve } from '#platform/server/serve.ts';
import * as commands from './commands.ts';

export function completionRoutes(serve: Serve, context: CommandContext): void {
  serve(undoCompletion, async ({ params, caller }) => commands.undoCompletion(context, await caller(), params.id));
}
