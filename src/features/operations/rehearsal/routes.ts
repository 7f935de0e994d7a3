import type { CommandContext } from '#features/access/commands/writes.ts';
import type { MovableClock } from '#platform/server/movable-clock.ts';
import type { Serve } from '#platform/server/serve.ts';
import * as commands from './commands.ts';
import * as contract from './contract.ts';
import { shownTime } from './rules.ts';

export function rehearsalRoutes(serve: Serve, context: CommandContext, clock: MovableClock): void {
  const zone = context.festivalFile.timeZone;
  const shown = (): contract.RehearsalClock => ({ aheadMs: clock.aheadMs(), shows: shownTime(clock.now(), zone) });

  serve(contract.readClock, async () => shown());

  serve(contract.moveClock, async ({ body, caller }) => {
    await commands.moveClock(context, clock, await caller(), body.to);
    return shown();
  });
}
