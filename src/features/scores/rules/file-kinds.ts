/** Which files of scores are read (spec section 5). */

const KINDS = ['csv', 'tsv', 'txt', 'json'] as const;
export type FileKind = (typeof KINDS)[number];

/** For the file dialog's filter. */
export const ACCEPTED = KINDS.map((kind) => `.${kind}`).join(',');

/** The kind by the name's ending, whatever its case; null for any other file. */
export const fileKindOf = (fileName: string): FileKind | null => {
  const ending = /\.([a-z]+)$/i.exec(fileName)?.[1]?.toLowerCase();
  return KINDS.find((kind) => kind === ending) ?? null;
};

/** Bytes: many times what 5,000 rows need. Beyond it a browser would only be slow to say no. */
export const LARGEST_FILE = 10 * 1024 * 1024;

/** Control characters that no text file has; tab, line ends, form feed and the old end-of-file mark are not among them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
const NOT_TEXT = /[\u0000-\u0008\u000e-\u0019\u001b-\u001f]/;

/** Is it a picture, a workbook or a program under a text file's name? */
export const looksBinary = (text: string): boolean => NOT_TEXT.test(text);
