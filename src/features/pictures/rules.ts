/** What can be said of a picture without decoding it. */
import { PICTURE } from './limits.ts';

/** Returns why a file cannot be a picture; null when it may be one. Names and types of files lie: the server judges the bytes. */
export function pictureProblem({ size }: { readonly size: number }): string | null {
  const megabytes = (size / 1024 / 1024).toFixed(1);
  return size > PICTURE.bytes ? `A picture may have 2 MB. This one has ${megabytes} MB.` : null;
}

const [MARK, STUFFED, START_OF_SCAN, END] = [0xff, 0x00, 0xda, 0xd9];
const isRestart = (code: number): boolean => code >= 0xd0 && code <= 0xd7;
/** Tables, further scans and comments; frames of every kind. */
const isSegment = (code: number): boolean => code >= 0xc0 && code <= 0xfe && !isRestart(code);

/**
 * Whether a JPEG has all its parts to the end mark. Decoders draw grey where the rest of a file is missing, or noise where its bytes are
 * damaged; in whole ones 0xFF is followed by 0x00, a restart or the mark of the next part.
 */
export function isWholeJpeg(bytes: Uint8Array): boolean {
  let at = 2;
  let inScan = false;
  while (at < bytes.length) {
    if (bytes[at] !== MARK) {
      if (!inScan) return false;
      at += 1;
      continue;
    }
    const code = bytes[at + 1] ?? STUFFED;
    if (code === END) return inScan;
    if (code === MARK) at += 1;
    else if (inScan && (code === STUFFED || isRestart(code))) at += 2;
    else if (isSegment(code)) {
      inScan = code === START_OF_SCAN;
      at += 2 + ((bytes[at + 2] ?? 0) << 8) + (bytes[at + 3] ?? 0);
    } else return false;
  }
  return false;
}

/** Whether a WebP has no Exif and no XMP, where cameras and programs write who, when and where. */
export function hasNoMetadata(webp: Uint8Array): boolean {
  const chunks = new TextDecoder('latin1').decode(webp);
  return !chunks.includes('EXIF') && !chunks.includes('XMP ');
}
