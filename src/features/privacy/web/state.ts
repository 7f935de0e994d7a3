import { safeStorage } from '#platform/web/safe-storage.ts';

/** In local storage from sending a deletion until it is known what became of it. */
const SENT = 'forgetting';

export const isForgetting = (): boolean => safeStorage.get(SENT) !== null;
export const setForgetting = (is: boolean): void => safeStorage.set(SENT, is ? '1' : null);
