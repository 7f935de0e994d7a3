/** The chosen file, from the drop to the rows to send. */
import { useRef, useState } from 'react';
import { decode } from '#platform/decode.ts';
import { showError } from '#platform/web/ui/toast.ts';
import { isAsked } from '../../rules/columns.ts';
import {
  type FileKind,
  fileKindOf,
  LARGEST_FILE,
  PARSE_FAILED,
  type ParseOptions,
  parseFile,
} from '../../rules/parse-file.ts';
import { type Parsed, type Row, type Unreadable, withoutRow } from '../../rules/rows.ts';

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

export type ChosenFile = { readonly name: string; readonly kind: FileKind };

type Chosen =
  | { readonly at: 'none' }
  | { readonly at: 'reading'; readonly file: ChosenFile }
  | {
      readonly at: 'read';
      readonly file: ChosenFile;
      readonly text: string;
      readonly options: ParseOptions;
      readonly parsed: Parsed;
    };

const NONE: Chosen = { at: 'none' };
const refuse = (title: string, description: string) => showError(description, title);

export const useChosenFile = () => {
  const [chosen, setChosen] = useState<Chosen>(NONE);
  const running = useRef<AbortController>(null);

  /** Cancels reading the previous file. */
  const begin = () => {
    running.current?.abort();
    running.current = new AbortController();
    return running.current.signal;
  };
  const clear = () => {
    begin();
    setChosen(NONE);
  };

  const read = (file: ChosenFile, text: string, options: ParseOptions) => {
    const parsed = parseFile(text, file.kind, options);
    if ('problem' in parsed) {
      setChosen(NONE);
      refuse('Parse Error', parsed.problem);
      return;
    }
    // Stays on screen: the skipped lines explain why there are no rows.
    setChosen({ at: 'read', file, text, options, parsed });
    if (parsed.rows.length === 0 && !isAsked(parsed.columns))
      refuse('No Data Found', 'File should contain name and score pairs');
  };

  const choose = async (picked: File) => {
    const kind = fileKindOf(picked.name);
    if (kind === null) {
      refuse('Invalid File', 'Please upload a CSV, TSV, JSON, or TXT file (.csv, .tsv, .txt, .json)');
      return;
    }
    const signal = begin();
    const file = { name: keptName(picked.name), kind };
    setChosen({ at: 'reading', file });
    const result = await textOf(picked);
    if (signal.aborted) return;
    if ('problem' in result) {
      setChosen(NONE);
      refuse('Parse Error', result.problem);
      return;
    }
    read(file, result.text, {});
  };

  const readAgain = (options: ParseOptions) => {
    if (chosen.at === 'read') read(chosen.file, chosen.text, { ...chosen.options, ...options });
  };

  const leaveOut = (row: Row) =>
    setChosen((now) => (now.at === 'read' ? { ...now, parsed: withoutRow(now.parsed, row) } : now));

  return { chosen, choose, readAgain, leaveOut, clear };
};
