/** Characters. */
export const NOTE = 80;
/** Open entries of one phone in an event, and of a whole queue. */
export const OPEN_PER_PHONE = 3;
export const OPEN_IN_QUEUE = 500;
