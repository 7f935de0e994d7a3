import type { CommandContext } from '#features/access/commands/writes.ts';
import { staffWrites } from '#features/audit/commands.ts';
import type { Serve } from '#platform/server/serve.ts';
import { listEntriesOfUpload } from '../store.ts';
import * as commands from './commands.ts';
import * as contract from './contract.ts';
import { noSuchUpload } from './rules/verdicts.ts';
import { isUpload, listUploads } from './store.ts';

const UPLOADS_SHOWN = 100;

export function scoreRoutes(serve: Serve, context: CommandContext): void {
  const write = staffWrites(serve, context);

  write(contract.setScore, commands.setScore);
  write(contract.bulkScores, commands.uploadScores);
  write(contract.undoUpload, commands.undoUpload);

  serve(contract.listUploads, () => listUploads(context.db, UPLOADS_SHOWN));

  serve(contract.listUploaded, async ({ params }) => {
    if (!(await isUpload(context.db, params.id))) throw noSuchUpload();
    return listEntriesOfUpload(context.db, params.id);
  });
}
