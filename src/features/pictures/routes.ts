import type { CommandContext } from '#features/access/commands/writes.ts';
import type { Serve } from '#platform/server/serve.ts';
import * as commands from './commands.ts';
import * as contract from './contract.ts';
import { findPicture, listPictures } from './store.ts';

export function pictureRoutes(serve: Serve, context: CommandContext): void {
  serve(contract.listPictures, () => listPictures(context.db));

  serve(contract.addPicture, async ({ bytes, caller }) => commands.addPicture(context, await caller(), bytes));

  serve(contract.readPicture, async ({ params, header }) => {
    const picture = await findPicture(context.db, params.id);
    if (picture === null) throw commands.noSuchPicture();
    header('content-type', picture.mediaType);
    // An id names the same bytes for ever. No script runs, whatever a browser takes them for.
    header('cache-control', 'public, max-age=31536000, immutable');
    header('content-security-policy', "default-src 'none'; sandbox");
    return picture.bytes;
  });

  serve(contract.removePicture, async ({ params, caller }) => {
    await commands.removePicture(context, await caller(), params.id);
    return undefined;
  });
}
