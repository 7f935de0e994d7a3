const inOld = (encoding: 'windows-1252' | 'macintosh', bytes: Uint8Array) => new TextDecoder(encoding).decode(bytes);

/**
 * Decodes a text file: by its byte-order mark, else as UTF-8. A line that is not UTF-8 is read as windows-1252, because
 * people append old lines to new files; a file whose lines end with CR alone as what Macs wrote before.
 */
export const decode = (bytes: Uint8Array): string => {
  const [one, two] = bytes;
  if (one === 0xff && two === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (one === 0xfe && two === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const text = new TextDecoder('utf-8').decode(bytes);
  if (!text.includes(UNKNOWN)) return text;
  if (countOf(/\r(?!\n)/g, text) > countOf(/\n/g, text)) return inOld('macintosh', bytes);
  const oldLines = inOld('windows-1252', bytes).split('\n');
  return text
    .split('\n')
    .map((line, index) => (line.includes(UNKNOWN) ? oldLines[index]?.replace(/^ï»¿/, '') : line))
    .join('\n');
};

const countOf = (pattern: RegExp, text: string): number => text.match(pattern)?.length ?? 0;

/** What a decoder writes for bytes that are not UTF-8. */
const UNKNOWN = '\ufffd';
