/** Returns the text of a chosen file, or why it cannot be read. */
import { decode } from '#platform/decode.ts';

const MEGABYTE = 1024 * 1024;

export const textOf = async (file: File, megabytes: number): Promise<{ text: string } | { problem: string }> => {
  if (file.size > megabytes * MEGABYTE) return { problem: `This file is larger than ${megabytes} MB.` };
  try {
    const text = decode(new Uint8Array(await file.arrayBuffer()));
    return text.includes('\0') ? { problem: 'This file holds no text.' } : { text };
  } catch {
    // A folder, or a file that was moved after it was chosen.
    return { problem: 'This file can’t be read. Choose it again.' };
  }
};
