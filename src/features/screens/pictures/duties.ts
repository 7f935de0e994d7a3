import type { Duties } from '#database/duties.ts';
import { firstTwice } from '#platform/lists.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import { measurePicture, preparePicture } from './commands.ts';
import type { ArchivedPicture } from './contract.ts';
import { MOST_PICTURES } from './rules.ts';
import * as store from './store.ts';

export const pictureDuties: Duties = {
  archived: {
    key: 'pictures',
    table: 'pictures',
    read: store.readPictures,
    check: checkPictures,
    prepare: (pictures: readonly ArchivedPicture[]) => Promise.all(pictures.map(asRow)),
    write: store.writePictures,
  },
  cleared: ['pictures'],
};

async function asRow({ id, name, base64, createdAt }: ArchivedPicture): Promise<store.PictureRow> {
  const { bytes, mediaType, width, height } = await preparePicture(Buffer.from(base64, 'base64'));
  return { id, name, base64: base64Of(bytes), media_type: mediaType, width, height, created_at: createdAt };
}

const base64Of = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

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
