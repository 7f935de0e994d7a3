import type { World } from '#features/access/commands.ts';
import type { Serve } from '#platform/server/serve.ts';
import * as commands from './commands.ts';
import * as contract from './contract.ts';
import { listUploads } from './store.ts';

const UPLOADS_SHOWN = 100;

export function scoreRoutes(serve: Serve, world: World): void {
  serve(contract.setScore, async ({ params, body, asking }) =>
    commands.setScore(world, await asking(), params.id, body.score),
  );

  serve(contract.bulkScores, async ({ body, asking }) => commands.uploadScores(world, await asking(), body));

  serve(contract.listUploads, () => listUploads(world.db, UPLOADS_SHOWN));
}
