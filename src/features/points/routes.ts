import type { CommandContext } from '#features/access/commands/writes.ts';
import { staffWrites } from '#features/audit/commands.ts';
import { chooseAccount, giveEventPoints, readEventPoints } from '#features/events/contract.ts';
import type { Serve } from '#platform/server/serve.ts';
import * as entries from './commands/entries.ts';
import * as events from './commands/events.ts';
import * as freeze from './commands/freeze.ts';
import * as contract from './contract.ts';
import { listPointsSince } from './store.ts';

export function pointRoutes(serve: Serve, context: CommandContext): void {
  const write = staffWrites(serve, context);

  write(contract.givePoints, entries.givePoints);
  write(contract.undoPoints, entries.undoPoints);
  serve(contract.listPoints, async ({ params, caller }) => entries.listPoints(context, await caller(), params.id));
  serve(contract.listPointsSince, ({ query }) => listPointsSince(context.db, query.at));

  // Of an event's contract: events must not import points.
  serve(readEventPoints, ({ params }) => events.readEventPoints(context, params.id));
  write(giveEventPoints, events.giveEventPoints);
  write(chooseAccount, events.chooseAccount);

  serve(contract.readFreeze, () => freeze.readFreeze(context));
  write(contract.freezeStandings, freeze.freezeStandings);
  serve(contract.readCeremony, () => freeze.readCeremony(context));
  write(contract.revealStandings, freeze.revealStandings);
}
