import type { CommandContext } from '#features/access/commands/writes.ts';
import { listEntriesOfUpload } from '#features/points/store.ts';
import type { Serve } from '#platform/server/serve.ts';
import * as commands from './commands.ts';
import * as contract from './contract.ts';
import { noSuchUpload } from './rules/meanwhile.ts';
import { isUpload, listUploads } from './store.ts';

const UPLOADS_SHOWN = 100;

export function scoreRoutes(serve: Serve, context: CommandContext): void {
  serve(contract.setScore, async ({ params, body, caller }) =>
    commands.setScore(context, await caller(), params.id, body),
  );

  serve(contract.bulkScores, async ({ body, caller }) => commands.uploadScores(context, await caller(), body));

  serve(contract.listUploads, () => listUploads(context.db, UPLOADS_SHOWN));

  serve(contract.listUploaded, async ({ params }) => {
    if (!(await isUpload(context.db, params.id))) throw noSuchUpload();
    return listEntriesOfUpload(context.db, params.id);
  });

  serve(contract.undoUpload, async ({ params, caller }) => commands.undoUpload(context, await caller(), params.id));
}
