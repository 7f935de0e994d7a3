/** Notices that a device keeps: the newest about its events, and as many of the newest about its places. */
export const MOST_OF_A_KIND = 50;
export const MOST_NOTICES = 2 * MOST_OF_A_KIND;
