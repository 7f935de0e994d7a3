import type { CommandContext } from '#features/access/commands/writes.ts';
import { staffWrites } from '#features/audit/commands.ts';
import { noSuchEvent } from '#features/events/commands.ts';
import { findEvent } from '#features/events/store.ts';
import type { Serve } from '#platform/server/serve.ts';
import { undoableSince } from '#platform/undo.ts';
import * as commands from './commands.ts';
import * as contract from './contract.ts';
import { asAmendment } from './rules.ts';
import { listAmendments } from './store.ts';

export function amendmentRoutes(serve: Serve, context: CommandContext): void {
  const { db, now } = context;
  const write = staffWrites(serve, context);

  serve(contract.listAmendments, async ({ params }) => {
    if ((await findEvent(db, params.id)) === null) throw noSuchEvent();
    return (await listAmendments(db, params.id, undoableSince(now()))).map(asAmendment);
  });

  write(contract.renamePlace, commands.renamePlace);
  write(contract.movePlace, commands.movePlace);
  write(contract.removePlace, commands.removePlace);
  write(contract.undoAmendment, commands.undoAmendment);
}
