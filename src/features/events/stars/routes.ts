import { type CommandContext, presentCaller } from '#features/access/commands/writes.ts';
import { type CallerWork, callerWrites, type VisitorWork, visitorWrites } from '#features/audit/commands.ts';
import type { Serve } from '#platform/server/serve.ts';
import { noSuchEvent } from '../commands.ts';
import { findEvent, publicEvents } from '../store.ts';
import * as contract from './contract.ts';
import * as store from './store.ts';

const addStar: VisitorWork<typeof contract.addStar> = {
  async act({ tx, visitorId, params: { id } }) {
    if ((await findEvent(tx, id, publicEvents(tx))) === null) throw noSuchEvent();
    await store.addStar(tx, visitorId, id);
    return { eventId: id };
  },
  recall: async (_, first) => first,
};

const removeStar: CallerWork<typeof contract.removeStar> = async ({ tx, caller, params: { id } }) => {
  const { visitorId } = await presentCaller(tx, caller);
  if ((await findEvent(tx, id)) === null) throw noSuchEvent();
  if (visitorId !== null) await store.removeStar(tx, visitorId, id);
};

export function starRoutes(serve: Serve, context: CommandContext): void {
  serve(contract.listStars, async ({ caller }) => {
    const { visitorId } = await caller();
    return visitorId === null ? [] : store.listStars(context.db, visitorId);
  });
  visitorWrites(serve, context)(contract.addStar, addStar);
  callerWrites(serve, context)(contract.removeStar, removeStar);
}
