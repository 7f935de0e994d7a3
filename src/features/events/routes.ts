import type { World } from '#features/access/commands.ts';
import type { Serve } from '#platform/server/serve.ts';
import * as commands from './commands.ts';
import * as contract from './contract.ts';
import { listEvents } from './store.ts';

export function eventRoutes(serve: Serve, world: World): void {
  serve(contract.listEvents, () => listEvents(world.db));
  serve(contract.createEvent, async ({ body, asking }) => commands.createEvent(world, await asking(), body));
  serve(contract.editEvent, async ({ params, body, asking }) =>
    commands.editEvent(world, await asking(), params.id, body),
  );
  serve(contract.changeStatus, async ({ params, body, asking }) =>
    commands.changeStatus(world, await asking(), params.id, body.status),
  );
  serve(contract.deleteEvent, async ({ params, asking }) => {
    await commands.deleteEvent(world, await asking(), params.id);
    return undefined;
  });
}
