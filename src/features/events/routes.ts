import type { CommandContext } from '#features/access/commands/writes.ts';
import type { Serve } from '#platform/server/serve.ts';
import * as commands from './commands.ts';
import * as contract from './contract.ts';
import { UNREAD } from './rules/attention.ts';
import { listEvents } from './store.ts';

export function eventRoutes(serve: Serve, context: CommandContext): void {
  serve(contract.listEvents, () => listEvents(context.db));
  serve(contract.createEvent, async ({ body, caller, idempotency }) =>
    commands.createEvent(context, await caller(), body, idempotency),
  );
  serve(contract.editEvent, async ({ params, body, caller }) =>
    commands.editEvent(context, await caller(), params.id, body),
  );
  serve(contract.changeStatus, async ({ params, body, caller }) =>
    commands.changeStatus(context, await caller(), params.id, body),
  );
  serve(contract.sayLate, async ({ params, body, caller }) =>
    commands.sayLate(context, await caller(), params.id, body.minutes),
  );
  serve(contract.deleteEvent, async ({ params, caller }) => commands.deleteEvent(context, await caller(), params.id));
  serve(contract.listDeletedEvents, () => commands.listDeletedEvents(context));
  serve(contract.restoreEvent, async ({ params, caller }) => commands.restoreEvent(context, await caller(), params.id));
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
