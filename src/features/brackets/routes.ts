import type { World } from '#features/access/commands.ts';
import { noSuchEvent } from '#features/events/commands.ts';
import { findEvent } from '#features/events/store.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Serve } from '#platform/server/http.ts';
import { generateBracket } from './contract.ts';

export function bracketRoutes(serve: Serve, world: World): void {
  // Nothing is drawn yet: the engine's commands come with the tournaments. Until then this is what can be said.
  serve(generateBracket, async ({ params }) => {
    if ((await findEvent(world.db, params.id)) === null) throw noSuchEvent();
    throw new Refusal('TOO_FEW_PLAYERS', 'Failed to generate bracket. Make sure players are checked in.');
  });
}
