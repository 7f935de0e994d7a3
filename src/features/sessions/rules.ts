const SHOWN = 8;

/** A session's name in the list of changes: the end of its id, where ids made in one hour differ. */
export const shortSession = (id: string): string => id.slice(-SHOWN);
