import type { CommandContext } from '#features/access/commands/writes.ts';
import { staffWrites } from '#features/audit/commands.ts';
import type { Serve } from '#platform/server/serve.ts';
import { isInScope, isOrganiser } from '#platform/staff.ts';
import { undoableSince, undoUntil } from '#platform/undo.ts';
import * as commands from './commands.ts';
import * as contract from './contract.ts';
import { UNREAD } from './rules/attention.ts';
import { listEvents, listHiddenEvents, publicEvents } from './store.ts';

export function eventRoutes(serve: Serve, context: CommandContext): void {
  const { db, now } = context;
  const write = staffWrites(serve, context);

  serve(contract.listEvents, () => listEvents(db, null, publicEvents(db)));
  serve(contract.listAllEvents, async ({ caller }) => {
    const { staff } = await caller();
    return (await listEvents(db)).filter((event) => isOrganiser(staff) || (staff && isInScope(staff.scope, event)));
  });
  write(contract.createEvent, commands.createEvent);

  serve(contract.listDeletedEvents, async () =>
    (await listHiddenEvents(db))
      .filter(({ deletedAt }) => deletedAt > undoableSince(now()))
      .map(({ event, deletedAt }) => ({ ...event, undoUntil: undoUntil(deletedAt) })),
  );
}

/** Returns the warnings of one part of the program. */
export type WarningSource = () => Promise<readonly contract.Warning[]> | readonly contract.Warning[];

/** `sources` in the order they are shown; app/server/feature-routes.ts and app.ts list them. One that fails hides no other. */
export function warningRoutes(
  serve: Serve,
  sources: readonly WarningSource[],
  complain: (message: string, error: Error) => void,
): void {
  serve(contract.listWarnings, async () => {
    const read = await Promise.allSettled(sources.map(async (source) => source()));
    const failures = read.filter((one) => one.status === 'rejected');
    for (const { reason } of failures) complain('could not read warnings', reason);
    const warnings = read.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    return failures.length === 0 ? warnings : [...warnings, UNREAD];
  });
}
