import type { CommandContext } from '#features/access/commands/writes.ts';
import { SEEN_MS, sessionRuns } from '#features/access/rules.ts';
import { shortSession } from '#features/audit/rules/short-session.ts';
import { readGuesser } from '#features/throttle/rules.ts';
import { countWrongGuesses, listWrongGuesses } from '#features/throttle/store.ts';
import type { Serve } from '#platform/server/serve.ts';
import * as commands from './commands.ts';
import * as contract from './contract.ts';
import { pageOf } from './rules.ts';
import { listSessions } from './store.ts';

export function sessionRoutes(serve: Serve, context: CommandContext): void {
  serve(contract.listSessions, async ({ caller }) => {
    const { adminSessionId } = await caller();
    const now = context.now().toISOString();
    const running = (await listSessions(context.db)).filter((session) => sessionRuns(session, now));
    return running.map((session) => ({
      ...session,
      short: shortSession(session.id),
      current: session.id === adminSessionId,
    }));
  });

  serve(contract.endSession, async ({ params, caller }) => {
    await commands.endSession(context, await caller(), params.id);
    return undefined;
  });

  serve(contract.endOtherSessions, async ({ caller }) => {
    await commands.endOtherSessions(context, await caller());
    return undefined;
  });

  serve(contract.listWrongGuesses, async ({ query: { page = '1' } }) => {
    const since = new Date(context.now().getTime() - SEEN_MS).toISOString();
    const list = await listWrongGuesses(context.db, since, pageOf(Number(page)));
    return {
      ...(await countWrongGuesses(context.db, since)),
      list: list.map(({ guesser, count, lastAt }) => ({ ...readGuesser(guesser), count, lastAt })),
    };
  });
}
