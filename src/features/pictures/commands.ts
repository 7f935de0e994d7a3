import { imageSize } from 'image-size';
import { writeMeta } from '#database/meta.ts';
import { transact } from '#database/transactions.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { record } from '#features/audit/commands.ts';
import type { PictureType } from '#platform/contract.ts';
import { Refusal } from '#platform/refusal.ts';
import type { StaffCaller } from '#platform/server/caller.ts';
import { gate } from '#platform/server/limits.ts';
import type { Picture } from './contract.ts';
import { MOST_PICTURES, PICTURE, STORED } from './limits.ts';
import { hasNoMetadata, isWholeJpeg } from './rules.ts';
import * as store from './store.ts';

const TYPES: Readonly<Record<string, PictureType>> = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' };

const bad = (sentence: string): Refusal => new Refusal('BAD_INPUT', sentence, { field: 'picture' });

export type Measured = { readonly mediaType: PictureType; readonly width: number; readonly height: number };

/** Returns type and size in pixels of what is a picture by its bytes: what the sender calls them says nothing. @throws Refusal BAD_INPUT or TOO_LARGE. */
export function measurePicture(bytes: Uint8Array): Measured {
  if (bytes.length > PICTURE.bytes) throw new Refusal('TOO_LARGE', 'A picture may have 2 MB.');
  const { type, width, height } = sizeOf(bytes);
  const mediaType = TYPES[type ?? ''];
  if (mediaType === undefined) throw bad('This is no PNG, JPEG or WebP picture.');
  if (!(width >= 1 && height >= 1)) throw bad('This picture has no size.');
  if (width > PICTURE.side || height > PICTURE.side || width * height > PICTURE.pixels) {
    const most = `${PICTURE.side} pixels wide and high, and have ${PICTURE.pixels / 1_000_000} million in all`;
    throw bad(`A picture may be ${most}. This one has ${width} × ${height}.`);
  }
  return { mediaType, width, height };
}

/** Decoding takes memory, so one picture is decoded at a time. */
const line = gate({ atOnce: 1, queued: MOST_PICTURES });
/** Of WebP: the first that makes a picture small enough. Noise of the largest size needs the last. */
const QUALITIES = [85, 70, 50, 20, 1];

export type Stored = Measured & { readonly bytes: Uint8Array };

/**
 * Returns what is stored of an uploaded picture: WebP, upright, without the camera's and the place's data, as large as a big screen shows.
 * @throws Refusal BAD_INPUT for what does not decode as a whole, TOO_LARGE, or BUSY.
 */
export async function preparePicture(sent: Uint8Array): Promise<Stored> {
  const { mediaType, width, height } = measurePicture(sent);
  if (mediaType === 'image/jpeg' && !isWholeJpeg(sent)) throw bad('This picture is damaged, or not whole.');
  return line('', async () => {
    // Loaded with the first picture.
    const { ResizeFit, Transformer } = await import('@napi-rs/image');
    const side = { width: STORED.side, height: STORED.side, fit: ResizeFit.Inside };
    const prepared = () => {
      const upright = new Transformer(sent).rotate();
      return Math.max(width, height) > STORED.side ? upright.resize(side) : upright;
    };
    try {
      if (
        mediaType === 'image/webp' &&
        hasNoMetadata(sent) &&
        Math.max(width, height) <= STORED.side &&
        sent.length <= STORED.bytes
      ) {
        // From a festival's file. Another encoding would be worse each time; only whether it decodes is of interest.
        await new Transformer(sent).rawPixels();
        return { bytes: sent, mediaType, width, height };
      }
      // Logos and screenshots keep their edges.
      const lossless = mediaType === 'image/png' ? await prepared().webpLossless() : null;
      if (lossless !== null && lossless.length <= STORED.bytes) return { bytes: lossless, ...measurePicture(lossless) };
      for (const quality of QUALITIES) {
        const bytes = await prepared().webp(quality);
        if (bytes.length <= STORED.bytes) return { bytes, ...measurePicture(bytes) };
      }
      throw bad('This picture is too large, also when it is made smaller.');
    } catch (error) {
      if (error instanceof Refusal) throw error;
      throw bad('This picture is damaged, or not whole.');
    }
  });
}

function sizeOf(bytes: Uint8Array) {
  try {
    return imageSize(bytes);
  } catch {
    // The library throws for every unknown or cut file.
    return { type: undefined, width: 0, height: 0 };
  }
}

/** @throws Refusal BAD_INPUT, TOO_LARGE or TOO_MANY_HERE. */
export async function addPicture(context: CommandContext, caller: StaffCaller, sent: Uint8Array): Promise<Picture> {
  const { bytes, mediaType, width, height } = await preparePicture(sent);
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
