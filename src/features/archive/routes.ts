import type { Duties } from '#database/duties.ts';
import type { World } from '#features/access/commands.ts';
import type { Festival } from '#features/festival/contract.ts';
import { attachment } from '#platform/server/attachment.ts';
import type { Serve } from '#platform/server/serve.ts';
import { zonedInput } from '#platform/time.ts';
import * as commands from './commands.ts';
import * as contract from './contract.ts';
import { isSample } from './store.ts';

type Facts = Pick<Festival, 'name' | 'timeZone'>;

export function archiveRoutes(serve: Serve, world: World, { name, timeZone }: Facts, slices: readonly Duties[]): void {
  const { db } = world;

  serve(contract.readSample, async () => ({ sample: await isSample(db) }));

  serve(contract.clearSample, async ({ asking }) => {
    await commands.clearSample(world, await asking(), slices);
    return undefined;
  });

  serve(contract.exportFestival, async ({ header }) => {
    const file = await commands.wholeFestival(world, name, slices);
    header(...attachment(`festival-${zonedInput(file.exportedAt, timeZone).slice(0, 10)}.json`));
    return file;
  });

  serve(contract.importFestival, async ({ body, asking }) =>
    commands.importFestival(world, await asking(), body, slices),
  );

  serve(contract.checkProgramme, ({ body }) => commands.checkProgramme(world, timeZone, body.csv));

  serve(contract.importProgramme, async ({ body, asking }) => ({
    imported: await commands.importProgramme(world, await asking(), timeZone, body.csv),
  }));
}
