import type { CommandContext } from '#features/access/commands/writes.ts';
import { parseBody } from '#platform/server/parse.ts';
import type { Serve } from '#platform/server/serve.ts';
import * as commands from './commands.ts';
import * as contract from './contract.ts';
import { findShown, listScreens } from './store.ts';

export function screenRoutes(serve: Serve, context: CommandContext): void {
  serve(contract.listScreens, () => listScreens(context.db));

  serve(contract.readScreen, async ({ params }) => {
    const screen = await findShown(context.db, params.name);
    if (screen === null) throw commands.noSuchScreen();
    // Everybody may read it.
    const { isPaired: _, lastSeenAt: __, strangerSeenAt: ___, shows: ____, ...shown } = screen;
    return shown;
  });

  serve(contract.putScreen, async ({ params, body, caller }) =>
    commands.putScreen(context, await caller(), parseBody(contract.NamedScreen, params).name, body),
  );

  serve(contract.showNow, async ({ params, body, caller }) =>
    commands.showNow(context, await caller(), params.name, body.page),
  );

  serve(contract.removeScreen, async ({ params, caller }) => {
    await commands.removeScreen(context, await caller(), params.name);
    return undefined;
  });

  serve(contract.tellScreen, async ({ params, body }) => {
    await commands.noteSeen(context, params.name, body);
    return undefined;
  });

  serve(contract.makeScreenCode, ({ network }) => commands.makeCode(context, network.wider ?? network.key));

  serve(contract.readScreenCode, ({ params }) => commands.readCode(context, params.code));

  serve(contract.nameScreen, async ({ params, body, caller }) => {
    await commands.nameScreen(context, await caller(), params.code, body.name);
    return undefined;
  });
}
