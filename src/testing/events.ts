/** Writes events as their routes do, without a request. */
import type { CommandContext } from '#features/access/commands/writes.ts';
import * as contract from '#features/events/contract.ts';
import { eventRoutes } from '#features/events/routes.ts';
import type { StaffCaller } from '#platform/server/caller.ts';
import type { Serve } from '#platform/server/serve.ts';
import { callHandler } from './handlers.ts';

const routesOf = (context: CommandContext) => (serve: Serve) => eventRoutes(serve, context);

export const createEvent = (context: CommandContext, by: StaffCaller, body: contract.NewEvent) =>
  callHandler(routesOf(context), contract.createEvent, { by, params: undefined, body });

export const editEvent = (context: CommandContext, by: StaffCaller, id: string, body: contract.EventEdit) =>
  callHandler(routesOf(context), contract.editEvent, { by, params: { id }, body });

export const deleteEvent = (context: CommandContext, by: StaffCaller, id: string) =>
  callHandler(routesOf(context), contract.deleteEvent, { by, params: { id } });
