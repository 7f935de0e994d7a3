/** Which bytes are a picture for screens. Judged by the bytes: what the sender calls them says nothing. */
import { imageSize } from 'image-size';
import type { PictureType } from '#platform/contract.ts';
import { firstTwice } from '#platform/lists.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import type { ArchivedPicture } from './contract.ts';
import { MOST_PICTURES, PICTURE } from './limits.ts';

const TYPES: Readonly<Record<string, PictureType>> = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' };

const bad = (sentence: string): Refusal => new Refusal('BAD_INPUT', sentence, { field: 'picture' });

export type Measured = { readonly mediaType: PictureType; readonly width: number; readonly height: number };

/** Returns type and size in pixels. @throws Refusal BAD_INPUT or TOO_LARGE. */
export function measurePicture(bytes: Uint8Array): Measured {
  if (bytes.length > PICTURE.bytes) throw new Refusal('TOO_LARGE', 'A picture may have 2 MB.');
  const { type, width, height } = sizeOf(bytes);
  const mediaType = TYPES[type ?? ''];
  if (mediaType === undefined) throw bad('This is no PNG, JPEG or WebP picture.');
  if (!(width >= 1 && height >= 1)) throw bad('This picture has no size.');
  if (width > PICTURE.side || height > PICTURE.side) {
    throw bad(`A picture may be ${PICTURE.side} pixels wide and high. This one has ${width} × ${height}.`);
  }
  return { mediaType, width, height };
}

function sizeOf(bytes: Uint8Array) {
  try {
    return imageSize(bytes);
  } catch {
    // The library throws for every unknown or cut file.
    return { type: undefined, width: 0, height: 0 };
  }
}

/** Says why these cannot be the pictures of a festival's file. */
export function checkPictures({ pictures }: { readonly pictures: readonly ArchivedPicture[] }): Verdict {
  if (firstTwice(pictures, ({ id }) => id) !== null || pictures.length > MOST_PICTURES)
    return new Refusal('BAD_INPUT', 'The file holds a picture twice, or too many.', { field: 'pictures' });
  try {
    for (const { base64 } of pictures) measurePicture(Buffer.from(base64, 'base64'));
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
