import type { World } from '#features/access/commands.ts';
import { SEEN_MS, sessionRuns } from '#features/access/rules.ts';
import * as access from '#features/access/store.ts';
import { readGuesser } from '#features/throttle/rules.ts';
import { countWrongGuesses, listWrongGuesses } from '#features/throttle/store.ts';
import type { Serve } from '#platform/server/serve.ts';
import * as commands from './commands.ts';
import * as contract from './contract.ts';
import { pageOf, shortSession } from './rules.ts';

export function sessionRoutes(serve: Serve, world: World): void {
  serve(contract.listSessions, async ({ asking }) => {
    const { adminSessionId } = await asking();
    const now = world.now().toISOString();
    const running = (await access.listSessions(world.db)).filter((session) => sessionRuns(session, now));
    return running.map((session) => ({
      ...session,
      short: shortSession(session.id),
      current: session.id === adminSessionId,
    }));
  });

  serve(contract.endSession, async ({ params, asking }) => {
    await commands.endSession(world, await asking(), params.id);
    return undefined;
  });

  serve(contract.endOtherSessions, async ({ asking }) => {
    await commands.endOtherSessions(world, await asking());
    return undefined;
  });

  serve(contract.listWrongGuesses, async ({ query: { page = '1' } }) => {
    const since = new Date(world.now().getTime() - SEEN_MS).toISOString();
    const list = await listWrongGuesses(world.db, since, pageOf(Number(page)));
    return {
      ...(await countWrongGuesses(world.db, since)),
      list: list.map(({ guesser, count, lastAt }) => ({ ...readGuesser(guesser), count, lastAt })),
    };
  });
}
