/** Without letters and digits that people mistake for each other. */
export const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

export const TYPED_CODE_LIMIT = 500;

/** Also finds a code in lower case, in groups or in an address. */
export function codeIn(typed: string, length: number): string | null {
  if (typed.length > TYPED_CODE_LIMIT) return null;
  const [last = ''] = typed.split(/#|%23/).slice(-1);
  const code = last.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');
  return code.length === length && [...code].every((letter) => LETTERS.includes(letter)) ? code : null;
}

export const codeInGroups = (code: string): string =>
  `${code.slice(0, code.length / 2)}-${code.slice(code.length / 2)}`;
