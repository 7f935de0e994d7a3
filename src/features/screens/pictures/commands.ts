import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { imageSize } from 'image-size';
import { writeMeta } from '#database/meta.ts';
import type { PreparedStaffWork, StaffWork } from '#features/audit/commands.ts';
import type { PictureType } from '#platform/contract.ts';
import { Refusal } from '#platform/refusal.ts';
import { gate } from '#platform/server/limits.ts';
import type * as contract from './contract.ts';
import {
  isJpeg,
  isPng16Bit,
  isStoredForm,
  MOST_PICTURES,
  PICTURE,
  pngOrientation,
  readJpeg,
  readWebp,
  type Size,
  STORED,
  sizeToStore,
  webpOrientation,
  withNoiseAtEnd,
} from './rules.ts';
import * as store from './store.ts';

const TYPES: Readonly<Record<string, PictureType>> = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' };

const bad = (sentence: string): Refusal => new Refusal('BAD_INPUT', sentence, { field: 'picture' });
const damaged = (): Refusal => bad('This picture is damaged, or not whole.');

export type Measured = { readonly mediaType: PictureType; readonly width: number; readonly height: number };

/** Returns type and size in pixels of what is a picture by its bytes: what the sender calls them says nothing. @throws Refusal BAD_INPUT or TOO_LARGE. */
export function measurePicture(bytes: Uint8Array): Measured {
  if (bytes.length > PICTURE.bytes) throw new Refusal('TOO_LARGE', 'A picture may have 2 MB.');
  const { type, width, height } = sizeOf(bytes);
  const mediaType = TYPES[type ?? ''];
  if (mediaType === undefined) throw bad('This is no PNG, JPEG or WebP picture.');
  if (!(width >= 1 && height >= 1)) throw bad('This picture has no size.');
  const is16Bit = mediaType === 'image/png' && isPng16Bit(bytes);
  const pixels = is16Bit ? PICTURE.pixels16Bit : PICTURE.pixels;
  if (width > PICTURE.side || height > PICTURE.side || width * height > pixels) {
    const kind = is16Bit ? 'PNG of 16 bits' : 'picture';
    const most = `${PICTURE.side} pixels wide and high, and have ${pixels / 1_000_000} million in all`;
    throw bad(`A ${kind} may be ${most}. This one has ${width} × ${height}.`);
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
  const measured = measurePicture(sent);
  const { mediaType, width, height } = measured;
  const webp = mediaType === 'image/webp' ? readWebp(sent) : [];
  const jpeg = mediaType === 'image/jpeg' ? readJpeg(sent) : null;
  if (webp === null || jpeg?.end === null) throw damaged();
  const orientation = jpeg?.orientation ?? (mediaType === 'image/png' ? pngOrientation(sent) : webpOrientation(webp));
  const size = sizeToStore(measured);
  const isTooLarge = size.width < width || size.height < height;
  return line('', async () => {
    try {
      const { Transformer } = await image();
      if (isStoredForm(webp) && !isTooLarge && sent.length <= STORED.bytes) {
        // From a festival's file. Another encoding would be worse each time; only whether it decodes is of interest.
        await new Transformer(sent).rawPixels();
        return { bytes: sent, ...measured };
      }
      if (jpeg?.end && !(await isScanWhole(sent, jpeg.end))) throw damaged();
      // A Transformer decodes once, whatever it is asked for.
      const picture = isTooLarge ? await shrink(sent, size) : new Transformer(sent);
      if (orientation !== 1) picture.rotate(orientation);
      // Logos and screenshots keep their edges.
      const lossless = mediaType === 'image/png' ? await picture.webpLossless() : null;
      if (lossless !== null && lossless.length <= STORED.bytes) return { bytes: lossless, ...measurePicture(lossless) };
      for (const quality of QUALITIES) {
        const bytes = await picture.webp(quality);
        if (bytes.length <= STORED.bytes) return { bytes, ...measurePicture(bytes) };
      }
      throw bad('This picture is too large, also when it is made smaller.');
    } catch (error) {
      if (error instanceof Refusal) throw error;
      throw damaged();
    } finally {
      if (width * height > SMALL) await collectGarbage();
    }
  });
}

/** Pixels. Collecting takes longer than such a picture is worth. */
const SMALL = 1_000_000;

/** Frees the pixels of pictures that are done. V8 does not count those of a Transformer, and lets the pixels of twenty pile up. */
function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (how: { type: 'major'; execution: 'async' }) => Promise<void>;
  return collect({ type: 'major', execution: 'async' });
}

/** Loaded with the first picture. */
const image = () => import('@napi-rs/image');

/** Returns the picture with this size. Takumi makes it, because a Transformer would hold the pixels of the sent picture three times. */
async function shrink(sent: Uint8Array, size: Size) {
  const [{ Renderer }, { Transformer }] = await Promise.all([import('@takumi-rs/core'), image()]);
  const pixels = await new Renderer().render(
    { type: 'image', src: 'sent', style: size },
    { ...size, format: 'raw', images: [{ src: 'sent', data: sent, cache: 'none' }] },
  );
  return Transformer.fromRgbaPixels(pixels, size.width, size.height);
}

/** Whether a JPEG has data for all its pixels: its decoder draws grey where they are missing. Packs it as a JPEG because that keeps no pixels in memory. */
async function isScanWhole(jpeg: Uint8Array, end: number): Promise<boolean> {
  const { compressJpeg } = await image();
  const drawn = await compressJpeg(jpeg, { quality: 90 });
  return drawn.equals(await compressJpeg(withNoiseAtEnd(jpeg, end), { quality: 90 }));
}

function sizeOf(bytes: Uint8Array) {
  if (isJpeg(bytes)) return { type: 'jpg', ...readJpeg(bytes) };
  try {
    return imageSize(bytes);
  } catch {
    // The library throws for every unknown or cut file.
    return { type: undefined, width: 0, height: 0 };
  }
}

export const addPicture: PreparedStaffWork<typeof contract.addPicture, Stored> = {
  prepare: ({ bytes }) => preparePicture(bytes),
  async act({ context, tx, at, query: { name }, prepared: { bytes, mediaType, width, height }, note }) {
    // Locks the number of pictures.
    await writeMeta(tx, 'pictures', '');
    if ((await store.listPictures(tx)).length >= MOST_PICTURES)
      throw new Refusal('TOO_MANY_HERE', `There are ${MOST_PICTURES} pictures. Remove one first.`);
    const picture = { id: context.newId(), name, width, height };
    const base64 = Buffer.from(bytes).toString('base64');
    await tx
      .insertInto('pictures')
      .values({ ...picture, media_type: mediaType, base64, created_at: at })
      .execute();
    await note({ action: 'picture added', subject: 'screens', before: null, after: picture });
    return picture;
  },
};

export const renamePicture: StaffWork<typeof contract.renamePicture> = async ({ tx, params, body, note }) => {
  const before = (await store.listPictures(tx)).find(({ id }) => id === params.id);
  if (before === undefined) throw noSuchPicture();
  const after = { ...before, name: body.name };
  await tx.updateTable('pictures').set({ name: body.name }).where('id', '=', params.id).execute();
  await note(before.name === body.name ? null : { action: 'picture renamed', subject: 'screens', before, after });
  return after;
};

export const removePicture: StaffWork<typeof contract.removePicture> = async ({ tx, params, note }) => {
  const removing = tx.deleteFrom('pictures').where('id', '=', params.id).returning(['id', 'name', 'width', 'height']);
  const before = await removing.executeTakeFirst();
  if (before === undefined) throw noSuchPicture();
  await note({ action: 'picture removed', subject: 'screens', before, after: null });
};

export const noSuchPicture = (): Refusal => new Refusal('NOT_FOUND', 'This picture is not there any more.');
