import { inflateSync } from 'node:zlib';

/** Returns the number of pages. Firefox packs their descriptions into compressed streams. */
export function pagesIn(pdf: Buffer): number {
  const text = pdf.toString('latin1');
  const packed = text.matchAll(/\/ObjStm\b.*?\bstream\r?\n/gs);
  const unpacked = Array.from(packed, ({ index, 0: { length } }) => inflateSync(pdf.subarray(index + length)));
  return [text, ...unpacked.map(String)].join('\n').match(/\/Type ?\/Page\b/g)?.length ?? 0;
}
