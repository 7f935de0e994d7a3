import type { World } from '#features/access/commands.ts';
import { noSuchEvent } from '#features/events/commands.ts';
import type { Festival } from '#features/festival/contract.ts';
import { listGames } from '#features/inventory/store.ts';
import { listUsers } from '#features/users/store.ts';
import { writeCsv } from '#platform/csv.ts';
import type { Serve } from '#platform/server/serve.ts';
import { zonedInput } from '#platform/time.ts';
import * as commands from './commands.ts';
import * as contract from './contract.ts';
import { gameTable, rsvpTable, userTable } from './rules/tables.ts';
import { isSample, listTakenPlaces } from './store.ts';

type Facts = Pick<Festival, 'name' | 'timeZone'>;
type SetHeader = (name: string, value: string) => void;

/** Saved under this name by whoever follows the address, and not shown. */
const asFile = (header: SetHeader, name: string): void =>
  header('content-disposition', `attachment; filename="${name}"`);

export function archiveRoutes(serve: Serve, world: World, { name, timeZone }: Facts): void {
  const { db } = world;

  serve(contract.readSample, async () => ({ sample: await isSample(db) }));

  serve(contract.clearSample, async ({ asking }) => {
    await commands.clearSample(world, await asking());
    return undefined;
  });

  serve(contract.exportUsers, async ({ header }) => {
    asFile(header, 'users-and-scores.csv');
    return writeCsv(userTable(await listUsers(db)));
  });

  serve(contract.exportInventory, async ({ header }) => {
    asFile(header, 'inventory.csv');
    return writeCsv(gameTable(await listGames(db)));
  });

  serve(contract.exportRsvps, async ({ params, header }) => {
    const places = await listTakenPlaces(db, params.id);
    if (places === null) throw noSuchEvent();
    asFile(header, `rsvps-${params.id}.csv`);
    return writeCsv(rsvpTable(places, timeZone));
  });

  serve(contract.exportFestival, async ({ header }) => {
    const file = await commands.wholeFestival(world, name);
    asFile(header, `festival-${zonedInput(file.exportedAt, timeZone).slice(0, 10)}.json`);
    return file;
  });

  serve(contract.importFestival, async ({ body, asking }) => commands.importFestival(world, await asking(), body));

  serve(contract.checkProgramme, ({ body }) => commands.checkProgramme(world, timeZone, body.csv));

  serve(contract.importProgramme, async ({ body, asking }) => ({
    imported: await commands.importProgramme(world, await asking(), timeZone, body.csv),
  }));
}
