/** Places and waiting entries that one code hands over. */
export const MOST_HANDED_OVER = 100;
/** Devices of a visitor. */
export const MOST_DEVICES = 10;
