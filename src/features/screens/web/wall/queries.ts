import { queryOptions } from '@tanstack/react-query';
import { ApiError, request, send } from '#platform/web/api.ts';
import { safeStorage } from '#platform/web/safe-storage.ts';
import type * as contract from '../../contract.ts';
import type { readPicture } from '../../pictures/contract.ts';

/** A wall runs for days and keeps what it has while the network is away. */
const KEPT = { gcTime: Number.POSITIVE_INFINITY, refetchIntervalInBackground: true } as const;
/** The stream brings changes sooner; after trouble of any kind the wall is right within ten seconds. */
const AGAIN_MS = 8_000;

/** In local storage: with it this computer says that it is the wall that it was made. */
const TOKEN = 'wall';
export const storeToken = (token: string): void => safeStorage.set(TOKEN, token);

/** Returns null for what is not there, or no more. */
const orNull = (error: unknown): null => {
  if (error instanceof ApiError && error.status === 404) return null;
  throw error;
};

/** What a named screen shows; null when there is none of this name. */
export const screenQuery = (name: string) =>
  queryOptions({
    queryKey: ['screens', name],
    queryFn: ({ signal }) =>
      request<typeof contract.readScreen>('GET /api/screens/{name}', { params: { name }, signal }).catch(orNull),
    refetchInterval: AGAIN_MS,
    ...KEPT,
  });

export function tellShown({ name, shows }: { name: string; shows: contract.ShownPage }) {
  const token = safeStorage.get(TOKEN);
  const body = { shows, ...(token !== null && { token }) };
  return request<typeof contract.tellScreen>('POST /api/screens/{name}/seen', { params: { name }, body });
}

async function canShow(picture: Blob): Promise<boolean> {
  try {
    (await createImageBitmap(picture)).close();
    return true;
  } catch {
    return false;
  }
}

/** Whether there is such a picture, and the browser can show it. Its bytes come along, and the browser keeps them. */
export const pictureQuery = (id: string) =>
  queryOptions({
    queryKey: ['pictures', id],
    queryFn: async ({ signal }) => {
      const picture = await send<typeof readPicture>('GET /pictures/{id}', { params: { id }, signal }).catch(orNull);
      return picture !== null && canShow(await picture.blob());
    },
    refetchInterval: ({ state }: { state: { data: unknown } }) => (state.data === undefined ? AGAIN_MS : false),
    ...KEPT,
  });

/** A code works for ten minutes. */
const NEW_CODE_MS = 9 * 60_000;

/** A new code for this wall, as long as one is shown. */
export const codeQuery = queryOptions({
  queryKey: ['screen code'],
  queryFn: () => request<typeof contract.makeScreenCode>('POST /api/screen-codes'),
  refetchInterval: ({ state }) => (state.status === 'success' ? NEW_CODE_MS : AGAIN_MS),
  refetchIntervalInBackground: true,
  gcTime: 0,
});

const ASK_MS = 2_000;

/** The name that an organiser gave the wall with this code. */
export const namedQuery = (code: string) =>
  queryOptions({
    queryKey: ['screen code', code],
    queryFn: ({ signal }) =>
      request<typeof contract.readScreenCode>('GET /api/screen-codes/{code}', { params: { code }, signal }),
    refetchInterval: ASK_MS,
    refetchIntervalInBackground: true,
    gcTime: 0,
  });
