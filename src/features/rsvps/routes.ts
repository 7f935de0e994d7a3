import type { CommandContext } from '#features/access/commands/writes.ts';
import { callerWrites, visitorWrites } from '#features/audit/commands.ts';
import { noSuchEvent } from '#features/events/commands.ts';
import { findEvent } from '#features/events/store.ts';
import { writeCsv } from '#platform/csv.ts';
import { attachment } from '#platform/server/headers.ts';
import type { Serve } from '#platform/server/serve.ts';
import * as commands from './commands/places.ts';
import * as contract from './contract.ts';
import { rsvpTable } from './rules.ts';
import { listRsvpsOf, listTakenPlaces } from './store.ts';

export function rsvpRoutes(serve: Serve, context: CommandContext): void {
  serve(contract.myRsvps, async ({ caller }) => {
    const { visitorId } = await caller();
    return visitorId === null ? [] : listRsvpsOf(context.db, visitorId);
  });

  visitorWrites(serve, context)(contract.register, commands.register);
  callerWrites(serve, context)(contract.changeAnswers, commands.changeAnswers);
  callerWrites(serve, context)(contract.cancelRsvp, commands.cancel);

  serve(contract.exportRsvps, async ({ params, header }) => {
    const [event, places] = [await findEvent(context.db, params.id), await listTakenPlaces(context.db, params.id)];
    if (event === null || places === null) throw noSuchEvent();
    header(...attachment(`rsvps-${params.id}.csv`));
    return writeCsv(rsvpTable(places, event.questions, context.festivalFile.timeZone));
  });
}
