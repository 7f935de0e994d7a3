import type { CommandContext } from '#features/access/commands/writes.ts';
import { staffWrites } from '#features/audit/commands.ts';
import type { Serve } from '#platform/server/serve.ts';
import * as contract from '../contract.ts';
import * as edits from './commands/edits.ts';
import * as status from './commands/status.ts';

export function eventEditRoutes(serve: Serve, context: CommandContext): void {
  const write = staffWrites(serve, context);

  write(contract.editEvent, edits.editEvent);
  write(contract.sayLate, edits.sayLate);
  write(contract.deleteEvent, edits.deleteEvent);
  write(contract.restoreEvent, edits.restoreEvent);
  write(contract.changeStatus, status.changeStatus);
  write(contract.undoCompletion, status.undoCompletion);
}
