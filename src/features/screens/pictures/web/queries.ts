import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '#platform/web/api.ts';
import type { addPicture, listPictures, removePicture } from '../contract.ts';

export const picturesQuery = queryOptions({
  queryKey: ['pictures'],
  queryFn: ({ signal }) => call<typeof listPictures>('GET /api/pictures', { signal }),
});

export const addPictureMutation = mutationOptions({
  mutationFn: (bytes: Blob) => call<typeof addPicture>('POST /api/pictures', { bytes }),
});

export const removePictureMutation = mutationOptions({
  mutationFn: (id: string) => call<typeof removePicture>('DELETE /api/pictures/{id}', { params: { id } }),
});
