/** Downloads. */
import type { Endpoint } from '#platform/contract.ts';
import { type Rest, send } from './api.ts';

/** Milliseconds until the object URL is released, long after every browser has begun to save. */
const FORGOTTEN_AFTER = 60_000;

const saveAs = (name: string, content: Blob): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), FORGOTTEN_AFTER);
};

/**
 * Saves the bytes of a response under the file name it gives. Not a link to the address, because a refusal would be
 * saved as the file. Throws ApiError.
 */
export const download = async <E extends Endpoint>(literal: E['call'], ...rest: Rest<E>): Promise<void> => {
  const response = await send<E>(literal, ...rest);
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'download';
  saveAs(name, await response.blob());
};
