/** Files that this page hands to the person. */
import type { Endpoint } from '#platform/contract.ts';
import { type Rest, send } from './api.ts';

/** Long after every browser has begun to save. */
const FORGOTTEN_AFTER = 60_000;

const saveAs = (name: string, content: Blob): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), FORGOTTEN_AFTER);
};

/**
 * Saves what an endpoint answers, byte for byte, under the name it gives. Not by following its address: a refusal
 * would be saved as the file. Throws ApiError.
 */
export const download = async <E extends Endpoint>(literal: E['call'], ...rest: Rest<E>): Promise<void> => {
  const response = await send<E>(literal, ...rest);
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'download';
  saveAs(name, await response.blob());
};
