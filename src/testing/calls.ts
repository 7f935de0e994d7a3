/** Writes of events, places and devices as their routes do them, without a request. */
import type { CommandContext } from '#features/access/commands/writes.ts';
import * as brackets from '#features/brackets/contract.ts';
import { bracketRoutes } from '#features/brackets/routes.ts';
import * as devices from '#features/devices/contract.ts';
import { deviceRoutes } from '#features/devices/routes.ts';
import * as events from '#features/events/contract.ts';
import { eventEditRoutes } from '#features/events/edits/routes.ts';
import { eventRoutes } from '#features/events/routes.ts';
import * as rsvps from '#features/rsvps/contract.ts';
import { rsvpRoutes } from '#features/rsvps/routes.ts';
import * as waiting from '#features/waiting/contract.ts';
import { waitingRoutes } from '#features/waiting/routes.ts';
import type { Caller, StaffCaller } from '#platform/server/caller.ts';
import type { Serve } from '#platform/server/serve.ts';
import { callHandler } from './handlers.ts';

const eventsOf = (context: CommandContext) => (serve: Serve) => eventRoutes(serve, context);
const eventEditsOf = (context: CommandContext) => (serve: Serve) => eventEditRoutes(serve, context);
const bracketsOf = (context: CommandContext) => (serve: Serve) => bracketRoutes(serve, context);
const rsvpsOf = (context: CommandContext) => (serve: Serve) => rsvpRoutes(serve, context);
const waitingOf = (context: CommandContext) => (serve: Serve) => waitingRoutes(serve, context);

export const createEvent = (context: CommandContext, by: StaffCaller, body: events.NewEvent) =>
  callHandler(eventsOf(context), events.createEvent, { by, params: undefined, body });

export const editEvent = (context: CommandContext, by: StaffCaller, id: string, body: events.EventEdit) =>
  callHandler(eventEditsOf(context), events.editEvent, { by, params: { id }, body });

export const deleteEvent = (context: CommandContext, by: StaffCaller, id: string) =>
  callHandler(eventEditsOf(context), events.deleteEvent, { by, params: { id } });

export const generateBracket = (context: CommandContext, by: StaffCaller, id: string, body: brackets.Draw) =>
  callHandler(bracketsOf(context), brackets.generateBracket, { by, params: { id }, body });

export const enterScore = (context: CommandContext, by: StaffCaller, id: string, body: brackets.NewScore) =>
  callHandler(bracketsOf(context), brackets.enterScore, { by, params: { id }, body });

export const callMatch = (context: CommandContext, by: StaffCaller, id: string) =>
  callHandler(bracketsOf(context), brackets.callMatch, { by, params: { id }, body: {} });

export const sawCall = (context: CommandContext, by: Caller, id: string) =>
  callHandler(bracketsOf(context), brackets.sawCall, { by, params: { id } });

export const register = async (context: CommandContext, by: Caller, body: rsvps.Registrations) => {
  const answer = await callHandler(rsvpsOf(context), rsvps.register, { by, params: undefined, body });
  if ('state' in answer) throw new Error('the places are still to be drawn');
  return [answer].flat();
};

export const cancel = (context: CommandContext, by: Caller, id: string) =>
  callHandler(rsvpsOf(context), rsvps.cancelRsvp, { by, params: { id } });

export const join = async (context: CommandContext, by: Caller, body: rsvps.Registrations) =>
  [await callHandler(waitingOf(context), waiting.joinWaiting, { by, params: undefined, body })].flat();

export const leave = (context: CommandContext, by: Caller, id: string) =>
  callHandler(waitingOf(context), waiting.leaveWaiting, { by, params: { id }, query: {} });

export const promoteByHand = (context: CommandContext, by: StaffCaller, id: string) =>
  callHandler(waitingOf(context), waiting.promoteByHand, { by, params: { id } });

export const listLine = (context: CommandContext, by: StaffCaller, id: string) =>
  callHandler(waitingOf(context), waiting.listWaiting, { by, params: { id } });

export const removeDevice = (context: CommandContext, by: Caller, id: string) =>
  callHandler((serve) => deviceRoutes(serve, context, []), devices.removeDevice, { by, params: { id } });
