type Length = 'short' | 'middle' | 'long';

const lengthWithin =
  (short: number, middle: number) =>
  ({ length }: string): Length =>
    length <= short ? 'short' : length <= middle ? 'middle' : 'long';

/** Space a name needs in a column: one line, two, or two smaller ones. */
export const nameLength = lengthWithin(13, 24);

/** Space an event's title needs in the header. */
export const titleLength = lengthWithin(26, 52);
