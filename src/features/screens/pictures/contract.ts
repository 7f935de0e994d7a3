import { z } from 'zod';
import { endpoint, id, moment, PICTURE_TYPES, text } from '#platform/contract.ts';
import { NAME_LENGTH, PICTURE } from './rules.ts';

const touches = ['pictures'] as const;

/** `name`: of the sponsor, say; '' for none. */
export const Picture = z.object({ id: z.string(), name: z.string(), width: z.number(), height: z.number() });
export type Picture = z.infer<typeof Picture>;

export const listPictures = endpoint({
  route: 'GET /api/pictures',
  summary: 'The pictures for screens, oldest first.',
  who: 'admin',
  answer: z.array(Picture),
});

export const addPicture = endpoint({
  route: 'POST /api/pictures',
  summary:
    'Upload a picture for screens: PNG, JPEG or WebP, as raw bytes. It is stored upright, as WebP, without the camera’s data.',
  who: 'admin',
  query: z.object({ name: text(NAME_LENGTH).default('') }),
  bytes: PICTURE_TYPES,
  bodyLimit: PICTURE.bytes,
  answer: Picture,
  status: 201,
  touches,
});

export const readPicture = endpoint({
  route: 'GET /pictures/{id}',
  summary: 'The bytes of a picture.',
  who: 'anyone',
  params: z.object({ id: id() }),
  answer: z.instanceof(Uint8Array),
  mediaType: 'image/*',
});

export const renamePicture = endpoint({
  route: 'PATCH /api/pictures/{id}',
  summary: 'Name a picture.',
  who: 'admin',
  params: z.object({ id: id() }),
  body: z.object({ name: text(NAME_LENGTH) }),
  answer: Picture,
  touches,
});

export const removePicture = endpoint({
  route: 'DELETE /api/pictures/{id}',
  summary: 'Remove a picture. Pages that show it are skipped.',
  who: 'admin',
  params: z.object({ id: id() }),
  answer: null,
  status: 204,
  touches,
});

/** Type and size are read from the bytes again. */
export const ArchivedPicture = z.object({
  id: id(),
  name: text(NAME_LENGTH).default(''),
  base64: z.base64().max(Math.ceil(PICTURE.bytes / 3) * 4),
  createdAt: moment(),
});
export type ArchivedPicture = z.output<typeof ArchivedPicture>;
