/** Space a name needs in a column: one line, two, or two smaller ones. */
export const nameLength = ({ length }: string): 'short' | 'middle' | 'long' => {
  if (length <= 13) return 'short';
  return length <= 24 ? 'middle' : 'long';
};
