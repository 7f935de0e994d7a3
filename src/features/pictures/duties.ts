import type { Duties } from '#database/duties.ts';
import type { ArchivedPicture } from './contract.ts';
import { checkPictures, measurePicture } from './rules.ts';
import * as store from './store.ts';

export const pictureDuties: Duties = {
  archived: {
    key: 'pictures',
    table: 'pictures',
    read: store.readPictures,
    check: checkPictures,
    write: (tx, pictures: readonly ArchivedPicture[]) => store.writePictures(tx, pictures.map(asRow)),
  },
  cleared: ['pictures'],
};

function asRow({ id, base64, createdAt }: ArchivedPicture): store.PictureRow {
  const { mediaType, width, height } = measurePicture(Buffer.from(base64, 'base64'));
  return { id, base64, media_type: mediaType, width, height, created_at: createdAt };
}
