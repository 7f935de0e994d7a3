/** Reads and parses a chosen file in steps, so that the page stays responsive. */
import { decode } from '#platform/decode.ts';
import { type FileKind, LARGEST_FILE } from '../../rules/file-kinds.ts';
import { PARSE_FAILED, type ParseOptions, parseInSteps } from '../../rules/parse-file.ts';
import type { Parsed, Unreadable } from '../../rules/rows.ts';

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

/** Milliseconds between two pauses, short enough not to delay a tap. */
const AT_A_TIME = 12;
const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve));

type Reading = { options: ParseOptions; signal: AbortSignal; onProgress: (done: number) => void };

/** Returns null when `signal` was aborted meanwhile. */
export const readRows = async (
  text: string,
  kind: FileKind,
  { options, signal, onProgress }: Reading,
): Promise<Parsed | Unreadable | null> => {
  const reading = parseInSteps(text, kind, options);
  let pause = performance.now() + AT_A_TIME;
  for (;;) {
    const { done, value } = reading.next();
    if (done) return value;
    if (performance.now() < pause) continue;
    onProgress(value);
    await nextTurn();
    if (signal.aborted) return null;
    pause = performance.now() + AT_A_TIME;
  }
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: file names may hold what no call takes
const UNWRITABLE = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\p{Cs}]/gu;

/** Returns the file name as the history stores it. Cut first, because the cut may halve a character. */
export const keptName = (fileName: string): string =>
  fileName.trim().slice(-200).replace(UNWRITABLE, '�').trim() || 'file';
