import { writeMeta } from '#database/meta.ts';
import { transact } from '#database/transactions.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { record } from '#features/audit/commands.ts';
import { Refusal } from '#platform/refusal.ts';
import type { StaffCaller } from '#platform/server/caller.ts';
import type { Picture } from './contract.ts';
import { MOST_PICTURES } from './limits.ts';
import { measurePicture } from './rules.ts';
import * as store from './store.ts';

/** @throws Refusal BAD_INPUT, TOO_LARGE or TOO_MANY_HERE. */
export async function addPicture(context: CommandContext, caller: StaffCaller, bytes: Uint8Array): Promise<Picture> {
  const { mediaType, width, height } = measurePicture(bytes);
  const id = context.newId();
  return transact(context.db, async (tx) => {
    // Locks the number of pictures.
    await writeMeta(tx, 'pictures', '');
    if ((await store.listPictures(tx)).length >= MOST_PICTURES)
      throw new Refusal('TOO_MANY_HERE', `There are ${MOST_PICTURES} pictures. Remove one first.`);
    const base64 = Buffer.from(bytes).toString('base64');
    await store.addPicture(tx, {
      id,
      media_type: mediaType,
      width,
      height,
      base64,
      created_at: context.now().toISOString(),
    });
    const picture = { id, width, height };
    await record(context, tx, caller.staff, {
      action: 'picture added',
      subject: 'screens',
      before: null,
      after: picture,
    });
    return picture;
  });
}

/** @throws Refusal NOT_FOUND. */
export const removePicture = (context: CommandContext, caller: StaffCaller, id: string): Promise<void> =>
  transact(context.db, async (tx) => {
    const before = await store.removePicture(tx, id);
    if (before === null) throw noSuchPicture();
    await record(context, tx, caller.staff, { action: 'picture removed', subject: 'screens', before, after: null });
  });

export const noSuchPicture = (): Refusal => new Refusal('NOT_FOUND', 'This picture is not there any more.');
