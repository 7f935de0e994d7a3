/** Which files of scores are accepted (docs/behaviour.md "Scores"). */

export const FILE_KINDS = ['csv', 'tsv', 'txt', 'json'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** Filter of the file dialog. */
export const ACCEPTED = FILE_KINDS.map((kind) => `.${kind}`).join(',');

/** Returns the kind by the file name's extension, ignoring case; null for any other file. */
export const fileKindOf = (fileName: string): FileKind | null => {
  const ending = /\.([a-z]+)$/i.exec(fileName)?.[1]?.toLowerCase();
  return FILE_KINDS.find((kind) => kind === ending) ?? null;
};

/** Bytes: many times what 5,000 rows need. Larger files are refused unread. */
export const LARGEST_FILE = 10 * 1024 * 1024;

/** Control characters that no text file has. Allows tab, line ends, form feed and the old end-of-file mark. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
const CONTROLS = /[\u0000-\u0008\u000e-\u0019\u001b-\u001f]/;

/** Returns whether the text looks like a picture, a workbook or a program with a text file's name. */
export const looksBinary = (text: string): boolean => CONTROLS.test(text);
