import type { Serve } from '#platform/server/serve.ts';
import type { Board } from './commands.ts';
import * as contract from './contract.ts';

export function announcementRoutes(serve: Serve, board: Board, now: () => Date): void {
  serve(contract.listAnnouncements, async ({ header }) => {
    const { announcements, asOf } = await board.read();
    if (asOf !== null) header('x-data-age', Math.max(0, Math.round((now().getTime() - Date.parse(asOf)) / 1000)));
    return announcements;
  });

  serve(contract.readAvatar, async ({ params, header }) => {
    const picture = await board.avatar(params.file);
    // The file name contains a hash of the picture.
    header('cache-control', 'public, max-age=31536000, immutable');
    return picture;
  });
}
