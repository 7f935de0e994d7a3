import type { CommandContext } from '#features/access/commands/writes.ts';
import { callerWrites, staffWrites } from '#features/audit/commands.ts';
import type { Serve } from '#platform/server/serve.ts';
import * as commands from './commands.ts';
import * as contract from './contract.ts';

export function noShowRoutes(serve: Serve, context: CommandContext): void {
  serve(contract.listNoShows, ({ params }) => commands.listNoShows(context, params.id));
  callerWrites(serve, context)(contract.keepPlace, commands.keepPlace);
  staffWrites(serve, context)(contract.releaseNoShows, commands.releaseNoShows);
}
