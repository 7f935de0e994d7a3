/** The chosen file, from the drop to the rows to send. */
import { useRef, useState } from 'react';
import { showError } from '#platform/web/ui/toast.ts';
import { isAsked } from '../../rules/columns.ts';
import { type FileKind, fileKindOf } from '../../rules/file-kinds.ts';
import { type ParseOptions, parseFile } from '../../rules/parse-file.ts';
import { type Parsed, type Row, withoutRow } from '../../rules/rows.ts';
import { keptName, textOf } from './read-file.ts';

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
