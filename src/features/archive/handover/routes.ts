import type { Duties } from '#database/duties.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { staffWrites } from '#features/audit/commands.ts';
import { attachment } from '#platform/server/headers.ts';
import type { Serve } from '#platform/server/serve.ts';
import { zonedInput } from '#platform/time.ts';
import * as commands from './commands.ts';
import * as contract from './contract.ts';

export function handoverRoutes(
  serve: Serve,
  context: CommandContext,
  slices: readonly Duties[],
  keeping: commands.Keeping,
): void {
  serve(contract.exportEverything, async ({ header }) => {
    const day = zonedInput(context.now().toISOString(), context.festivalFile.timeZone).slice(0, 10);
    header(...attachment(`festival-${day}.zip`));
    return commands.everythingZip(context, slices);
  });

  serve(contract.erase, async ({ caller, body }) =>
    commands.eraseFestival(context, { slices, keeping, caller: await caller(), body }),
  );

  staffWrites(serve, context)(contract.beginNextYear, commands.beginNextYear(slices));
}
