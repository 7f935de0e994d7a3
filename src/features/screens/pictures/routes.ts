import type { CommandContext } from '#features/access/commands/writes.ts';
import { staffWrites } from '#features/audit/commands.ts';
import type { Serve } from '#platform/server/serve.ts';
import * as commands from './commands.ts';
import * as contract from './contract.ts';
import { MOST_PICTURES, STORED } from './rules.ts';
import { findType, listPictures, readBytes } from './store.ts';

/** Of pictures in memory, room for all that there may be: an id names the same bytes for ever, and anybody may ask for them as often as they like. */
const MOST_BYTES = MOST_PICTURES * STORED.bytes;

/** Returns a function that reads the bytes of a picture, those that were asked for last from memory. */
function recentBytes(read: (id: string) => ReturnType<typeof readBytes>): (id: string) => ReturnType<typeof readBytes> {
  const recent = new Map<string, Buffer<ArrayBuffer>>();
  const reading = new Map<string, ReturnType<typeof readBytes>>();
  let total = 0;
  const keep = (id: string, bytes: Buffer<ArrayBuffer>) => {
    recent.set(id, bytes);
    total += bytes.length;
    for (const [oldest, { length }] of recent) {
      if (total <= MOST_BYTES) break;
      recent.delete(oldest);
      total -= length;
    }
  };
  return async (id) => {
    const bytes = recent.get(id);
    if (bytes !== undefined) {
      recent.delete(id);
      recent.set(id, bytes);
      return bytes;
    }
    const found = reading.get(id) ?? read(id).finally(() => reading.delete(id));
    const isFirst = !reading.has(id);
    if (isFirst) reading.set(id, found);
    const answer = await found;
    if (isFirst && answer !== null) keep(id, answer);
    return answer;
  };
}

export function pictureRoutes(serve: Serve, context: CommandContext): void {
  const write = staffWrites(serve, context);
  const bytesOf = recentBytes((id) => readBytes(context.db, id));

  serve(contract.listPictures, () => listPictures(context.db));

  serve(contract.readPicture, async ({ params, header }) => {
    const mediaType = await findType(context.db, params.id);
    const bytes = mediaType === null ? null : await bytesOf(params.id);
    if (mediaType === null || bytes === null) throw commands.noSuchPicture();
    header('content-type', mediaType);
    // An id names the same bytes for ever. No script runs, whatever a browser takes them for.
    header('cache-control', 'public, max-age=31536000, immutable');
    header('content-security-policy', "default-src 'none'; sandbox");
    return bytes;
  });

  write(contract.addPicture, commands.addPicture);
  write(contract.renamePicture, commands.renamePicture);
  write(contract.removePicture, commands.removePicture);
}
