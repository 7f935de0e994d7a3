import type { Duties } from '#database/duties.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { staffWrites } from '#features/audit/commands.ts';
import { listEvents } from '#features/events/store.ts';
import { festivalInForce } from '#features/festival/commands.ts';
import { countLent } from '#features/rsvps/store.ts';
import { writeCsv } from '#platform/csv.ts';
import type { Caller } from '#platform/server/caller.ts';
import { attachment } from '#platform/server/headers.ts';
import type { Serve } from '#platform/server/serve.ts';
import { zonedInput } from '#platform/time.ts';
import * as commands from './commands.ts';
import * as contract from './contract.ts';
import { programmeTable } from './rules/columns.ts';
import { isSample } from './store.ts';

export function archiveRoutes(
  serve: Serve,
  context: CommandContext,
  slices: readonly Duties[],
  { fillSample, backUp }: { fillSample: (caller: Caller) => Promise<void>; backUp: commands.BackUp },
): void {
  const { db } = context;
  const { timeZone } = context.festivalFile;
  const write = staffWrites(serve, context);

  serve(contract.readSample, async () => ({ sample: await isSample(db) }));

  write(contract.clearSample, commands.clearSample(slices));

  serve(contract.loadSample, async ({ caller }) => fillSample(await caller()));

  serve(contract.exportFestival, async ({ header }) => {
    const { name } = await festivalInForce(context);
    const file = await commands.wholeFestival(context, name, slices);
    header(...attachment(`festival-${zonedInput(file.exportedAt, timeZone).slice(0, 10)}.json`));
    return file;
  });

  serve(contract.importFestival, async ({ body, caller }) =>
    commands.importFestival(context, await caller(), body, slices),
  );

  serve(contract.exportProgramme, async ({ header }) => {
    header(...attachment('programme.csv'));
    return writeCsv(programmeTable(await listEvents(db), timeZone, await countLent(db)));
  });

  serve(contract.checkProgramme, ({ body }) => commands.checkProgramme(context, body));

  write(contract.importProgramme, commands.importProgramme);

  serve(contract.exportEverything, async ({ header }) => {
    header(...attachment(`festival-${zonedInput(context.now().toISOString(), timeZone).slice(0, 10)}.zip`));
    return commands.everythingZip(context, slices);
  });

  serve(contract.erase, async (call) =>
    commands.eraseFestival(context, { ...call, caller: await call.caller(), slices, backUp }),
  );

  write(contract.beginNextYear, commands.beginNextYear(slices));
}
