/** Places and waiting entries that one code hands over. */
export const MOST_HANDED_OVER = 100;
/** Most characters of a typed or pasted code: more than an address with a code has. */
export const TYPED_CODE_LIMIT = 500;
/** Devices of a visitor. */
export const MOST_DEVICES = 10;
