import type { World } from '#features/access/commands.ts';
import type { Serve } from '#platform/server/http.ts';
import * as commands from './commands.ts';
import * as contract from './contract.ts';
import { listEvents } from './store.ts';

export function eventRoutes(serve: Serve, world: World): void {
  serve(contract.listEvents, () => listEvents(world.db));
  serve(contract.createEvent, ({ body }) => commands.createEvent(world, body));
  serve(contract.editEvent, ({ params, body }) => commands.editEvent(world, params.id, body));
  serve(contract.changeStatus, ({ params, body }) => commands.changeStatus(world, params.id, body.status));
  serve(contract.deleteEvent, async ({ params }) => {
    await commands.deleteEvent(world, params.id);
    return undefined;
  });
}
