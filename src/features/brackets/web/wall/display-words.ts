type Length = 'short' | 'middle' | 'long';

const lengthWithin =
  (short: number, middle: number) =>
  (length: number): Length =>
    length <= short ? 'short' : length <= middle ? 'middle' : 'long';

/** Space a name of this many characters needs in a column: one line, two, or two smaller ones. */
export const nameLength = lengthWithin(13, 24);

/** Space an event's title of this many characters needs in the header. */
export const titleLength = lengthWithin(26, 52);
