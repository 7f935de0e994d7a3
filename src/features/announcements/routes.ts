import type { Serve } from '#platform/server/serve.ts';
import type { Board } from './commands.ts';
import * as contract from './contract.ts';

/** `isAsked`: whether the festival's announcements come from Discord. */
export function announcementRoutes(
  serve: Serve,
  board: Board,
  { now, isAsked }: { now(): Date; isAsked(): Promise<boolean> },
): void {
  serve(contract.listAnnouncements, async ({ header }) => {
    if (!(await isAsked())) return [];
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
