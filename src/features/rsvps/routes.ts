import type { World } from '#features/access/commands.ts';
import { answerWrite } from '#features/admission/commands.ts';
import { noSuchEvent } from '#features/events/commands.ts';
import { writeCsv } from '#platform/csv.ts';
import { attachment } from '#platform/server/attachment.ts';
import type { Serve } from '#platform/server/serve.ts';
import * as commands from './commands.ts';
import * as contract from './contract.ts';
import { rsvpTable } from './rules.ts';
import { listRsvpsOf, listTakenPlaces } from './store.ts';

export function rsvpRoutes(serve: Serve, world: World, { timeZone }: { timeZone: string }): void {
  serve(contract.myRsvps, async ({ asking }) => {
    const { visitorId } = await asking();
    return visitorId === null ? [] : listRsvpsOf(world.db, visitorId);
  });

  serve(contract.register, (call) => answerWrite(call, (write) => commands.register(world, write, call.body)));

  serve(contract.cancelRsvp, async ({ params, asking }) => {
    await commands.cancel(world, await asking(), params.id);
    return undefined;
  });

  serve(contract.exportRsvps, async ({ params, header }) => {
    const places = await listTakenPlaces(world.db, params.id);
    if (places === null) throw noSuchEvent();
    header(...attachment(`rsvps-${params.id}.csv`));
    return writeCsv(rsvpTable(places, timeZone));
  });
}
