/** SQL of pictures. */
import { insertAll } from '#database/rows.ts';
import type { Db, Schema } from '#database/schema.ts';
import type { ArchivedPicture, Picture } from './contract.ts';

/** The oldest first. */
export const listPictures = (db: Db): Promise<Picture[]> =>
  db.selectFrom('pictures').select(['id', 'name', 'width', 'height']).orderBy('created_at').orderBy('id').execute();

/** Returns the type of a picture; null when there is none. Reading its bytes, too, would take a thousand times as long. */
export async function findType(db: Db, id: string): Promise<string | null> {
  const row = await db.selectFrom('pictures').select('media_type').where('id', '=', id).executeTakeFirst();
  return row?.media_type ?? null;
}

/** Returns the bytes of a picture; null when there is none. */
export async function readBytes(db: Db, id: string): Promise<Buffer<ArrayBuffer> | null> {
  const row = await db.selectFrom('pictures').select('base64').where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : Buffer.from(row.base64, 'base64');
}

export type PictureRow = Schema['pictures'];

/** For a festival's file. */
export const readPictures = (db: Db): Promise<ArchivedPicture[]> =>
  db.selectFrom('pictures').select(['id', 'name', 'base64', 'created_at as createdAt']).orderBy('id').execute();

export const writePictures = (db: Db, rows: readonly PictureRow[]): Promise<void> =>
  insertAll(db, 'pictures', rows, (row) => row);
