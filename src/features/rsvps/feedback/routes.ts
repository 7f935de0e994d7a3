import { type CommandContext, presentCaller } from '#features/access/commands/writes.ts';
import { type CallerWork, callerWrites } from '#features/audit/commands.ts';
import { lockEventOrThrow, noSuchEvent } from '#features/events/commands.ts';
import { findEvent } from '#features/events/store.ts';
import { Refusal, throwRefusal } from '#platform/refusal.ts';
import type { Serve } from '#platform/server/serve.ts';
import * as contract from './contract.ts';
import { whyNotSay } from './rules.ts';
import * as store from './store.ts';

const say: CallerWork<typeof contract.giveFeedback> = async ({ context, tx, at, caller, params: { id }, body }) => {
  const event = await lockEventOrThrow(tx, id);
  const { visitorId, staff } = await presentCaller(tx, caller);
  const here = visitorId === null ? null : await store.readPresence(tx, id, visitorId);
  if (staff === null && here?.hasPlace !== true)
    throw new Refusal('NOT_YOURS', 'This phone has no place in this event.');
  throwRefusal(whyNotSay(event, { now: at, wasThere: here?.wasThere ?? false }));
  const said = { eventId: id, ...body };
  await store.sayFeedback(tx, { ...said, id: context.newId(), visitorId: visitorId ?? '', at });
  return said;
};

export function feedbackRoutes(serve: Serve, context: CommandContext): void {
  serve(contract.listMyFeedback, async ({ caller }) => {
    const { visitorId } = await caller();
    return visitorId === null ? [] : store.listFeedbackOf(context.db, visitorId);
  });
  callerWrites(serve, context)(contract.giveFeedback, say);
  serve(contract.readFeedback, async ({ params: { id } }) => {
    if ((await findEvent(context.db, id)) === null) throw noSuchEvent();
    return store.listFeedbackIn(context.db, id);
  });
}
