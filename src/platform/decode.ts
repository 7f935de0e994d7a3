const inOld = (encoding: 'windows-1252' | 'macintosh', bytes: Uint8Array) => new TextDecoder(encoding).decode(bytes);

/**
 * A line that is not UTF-8 is read as windows-1252, because people append old lines to new files; a file whose lines
 * end with CR alone as Mac Roman.
 */
export const decode = (bytes: Uint8Array): string => {
  const [one, two] = bytes;
  if (one === 0xff && two === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (one === 0xfe && two === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const text = inUtf8(bytes);
  if (text !== null) return text;
  const old = inOld('macintosh', bytes);
  if (countOf(/\r(?!\n)/g, old) > countOf(/\n/g, old)) return old;
  return linesOf(bytes)
    .map((line) => inUtf8(line) ?? inOld('windows-1252', line).replace(/^ï»¿/, ''))
    .join('');
};

/** Strict, because U+FFFD in the result may be a letter of the file. */
const inUtf8 = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};

const countOf = (pattern: RegExp, text: string): number => text.match(pattern)?.length ?? 0;

function linesOf(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(10, start) + 1 || bytes.length;
    lines.push(bytes.subarray(start, end));
    start = end;
  }
  return lines;
}
