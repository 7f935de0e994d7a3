import type { World } from '#features/access/commands.ts';
import { clearVisitorCookie } from '#features/access/session.ts';
import type { Serve } from '#platform/server/serve.ts';
import { forgetVisitor } from './commands.ts';
import * as contract from './contract.ts';
import { countBelongings } from './store.ts';

const NOTHING = { known: false, accounts: 0, places: 0, games: 0 };

export function privacyRoutes(serve: Serve, world: World): void {
  serve(contract.readBelongings, async ({ asking }) => {
    const { visitorId } = await asking();
    return visitorId === null ? NOTHING : countBelongings(world.db, visitorId);
  });

  serve(contract.forgetVisitor, async ({ asking, jar }) => {
    const { visitorId } = await asking();
    if (visitorId !== null) await forgetVisitor(world, visitorId);
    clearVisitorCookie(jar);
    return undefined;
  });
}
