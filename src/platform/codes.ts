/** Codes that people read out, type and scan. */

/** Letters and digits that are not mistaken for each other. */
export const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** More than an address with a code has. */
export const TYPED_CODE_LIMIT = 500;

/** Returns the code in a typed or pasted text, also in lower case, in groups or in an address; null for none. */
export function codeIn(typed: string, length: number): string | null {
  // Before the text is looked through.
  if (typed.length > TYPED_CODE_LIMIT) return null;
  const [last = ''] = typed.split(/#|%23/).slice(-1);
  const code = last.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');
  return code.length === length && [...code].every((letter) => LETTERS.includes(letter)) ? code : null;
}

/** In two groups, to be read out. */
export const codeInGroups = (code: string): string =>
  `${code.slice(0, code.length / 2)}-${code.slice(code.length / 2)}`;
