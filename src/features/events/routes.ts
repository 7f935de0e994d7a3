import type { CommandContext } from '#features/access/commands/writes.ts';
import type { Serve } from '#platform/server/serve.ts';
import * as commands from './commands.ts';
import * as contract from './contract.ts';
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
  serve(contract.deleteEvent, async ({ params, caller }) => {
    await commands.deleteEvent(context, await caller(), params.id);
    return undefined;
  });
  serve(contract.listDeletedEvents, () => commands.listDeletedEvents(context));
  serve(contract.restoreEvent, async ({ params, caller }) => commands.restoreEvent(context, await caller(), params.id));
}
