/** Reads a chosen file. */
import { decode } from '#platform/decode.ts';
import { LARGEST_FILE } from '../../rules/file-kinds.ts';
import { PARSE_FAILED } from '../../rules/parse-file.ts';
import type { Unreadable } from '../../rules/rows.ts';

/** Returns the file's text, or why it cannot be read. */
export const textOf = async (file: File): Promise<{ text: string } | Unreadable> => {
  if (file.size > LARGEST_FILE) return { problem: 'This file is larger than 10 MB. Split it into parts.' };
  try {
    return { text: decode(new Uint8Array(await file.arrayBuffer())) };
  } catch {
    // A folder, or a file that was moved after it was chosen.
    return { problem: PARSE_FAILED };
  }
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: file names may hold what no call takes
const UNWRITABLE = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\p{Cs}]/gu;

/** Returns the file name as the history stores it. Cut first, because the cut may halve a character. */
export const keptName = (fileName: string): string =>
  fileName.trim().slice(-200).replace(UNWRITABLE, '�').trim() || 'file';
