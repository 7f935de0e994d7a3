export const MOST_PICTURES = 20;
/** Characters. */
export const NAME_LENGTH = 60;

type Named = { readonly id: string; readonly name: string };

/** Its name, or its number among all; null when it was removed. */
export function pictureName(pictures: readonly Named[], id: string | undefined): string | null {
  const index = pictures.findIndex((picture) => picture.id === id);
  return index === -1 ? null : pictures[index]?.name || `Picture ${index + 1}`;
}

/** 'dice-tower_inn.png' → 'dice tower inn' */
export const nameOfFile = (file: string): string =>
  [
    ...file
      .replace(/\.[a-z0-9]{1,5}$/i, '')
      .replace(/[-_\s]+/g, ' ')
      .trim(),
  ]
    .slice(0, NAME_LENGTH)
    .join('');

/**
 * Bytes; pixels of a side and in all, and of a PNG of 16 bits a channel. Preparing the largest took 130 to 360 MB of
 * memory, of the gigabyte that the service may have.
 */
export const PICTURE = { bytes: 2 * 1024 * 1024, side: 8000, pixels: 25_000_000, pixels16Bit: 12_500_000 } as const;
/** A larger picture is stored smaller: no big screen has more pixels, and all pictures go into a festival's file. */
export const STORED = { side: 3840, pixels: 3840 * 2160, bytes: 1024 * 1024 } as const;

/** Names and types of files lie: the server judges the bytes. */
export function pictureProblem({ size }: { readonly size: number }): string | null {
  const megabytes = (size / 1024 / 1024).toFixed(1);
  return size > PICTURE.bytes ? `A picture may have 2 MB. This one has ${megabytes} MB.` : null;
}

export type Size = { readonly width: number; readonly height: number };

/** The same, or as much smaller as a big screen needs. */
export function sizeToStore({ width, height }: Size): Size {
  const scale = Math.min(1, STORED.side / Math.max(width, height), Math.sqrt(STORED.pixels / (width * height)));
  // Rounds down, so that the stored picture is not made smaller again.
  const scaled = (side: number) => Math.max(1, Math.floor(side * scale + 1e-9));
  return scale === 1 ? { width, height } : { width: scaled(width), height: scaled(height) };
}

/** Unsigned; missing bytes count as 0. */
function readNumber(bytes: Uint8Array, at: number, length: number, littleEndian = false): number {
  let number = 0;
  for (let index = 0; index < length; index += 1) {
    number = number * 256 + (bytes[at + (littleEndian ? length - 1 - index : index)] ?? 0);
  }
  return number;
}

const readText = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length));

const ORIENTATION_TAG = 0x0112;
const EXIF_PREFIX = 'Exif\0\0';

/** Exif's number from 1 (upright) to 8; 1 when the data do not say it. */
export function readOrientation(exif: Uint8Array): number {
  const tiff = readText(exif, 0, EXIF_PREFIX.length) === EXIF_PREFIX ? exif.subarray(EXIF_PREFIX.length) : exif;
  const isLittleEndian = readText(tiff, 0, 2) === 'II';
  const read = (at: number, length: number) => readNumber(tiff, at, length, isLittleEndian);
  const directory = read(4, 4);
  for (let entry = 0; entry < read(directory, 2); entry += 1) {
    const at = directory + 2 + entry * 12;
    if (at >= tiff.length) break;
    const value = read(at + 8, 2);
    if (read(at, 2) === ORIENTATION_TAG) return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

const [MARK, STUFFED, START_OF_SCAN, END, APP1] = [0xff, 0x00, 0xda, 0xd9, 0xe1];
const isRestart = (code: number): boolean => code >= 0xd0 && code <= 0xd7;
/** Tables, further scans and comments; frames of every kind. */
const isSegment = (code: number): boolean => code >= 0xc0 && code <= 0xfe && !isRestart(code);
/** A frame says the size. Three codes between those of frames are of tables. */
const isFrame = (code: number): boolean => code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code);

/** `end`: of the end mark; null when a part is damaged or the mark is missing. A size of 0 is unknown. */
export type Jpeg = {
  width: number;
  height: number;
  orientation: number;
  end: number | null;
};

export const isJpeg = (bytes: Uint8Array): boolean => readNumber(bytes, 0, 3) === 0xffd8ff;

/** In a whole JPEG 0xFF is followed by 0x00, a restart, a fill byte or the mark of the next part. */
export function readJpeg(bytes: Uint8Array): Jpeg {
  const jpeg: Jpeg = { width: 0, height: 0, orientation: 1, end: null };
  let at = 2;
  let inScan = false;
  while (at < bytes.length) {
    if (bytes[at] !== MARK) {
      if (!inScan) return jpeg;
      at += 1;
      continue;
    }
    const code = bytes[at + 1] ?? STUFFED;
    if (code === END) return inScan ? { ...jpeg, end: at } : jpeg;
    if (code === MARK) at += 1;
    else if (inScan && (code === STUFFED || isRestart(code))) at += 2;
    else if (isSegment(code)) {
      inScan = code === START_OF_SCAN;
      const length = readNumber(bytes, at + 2, 2);
      if (isFrame(code)) {
        // Of two sizes, the decoder could take the other.
        if (jpeg.width > 0) return jpeg;
        jpeg.height = readNumber(bytes, at + 5, 2);
        jpeg.width = readNumber(bytes, at + 7, 2);
      }
      if (code === APP1 && readText(bytes, at + 4, EXIF_PREFIX.length) === EXIF_PREFIX)
        jpeg.orientation = readOrientation(bytes.subarray(at + 4, at + 2 + length));
      at += 2 + length;
    } else return jpeg;
  }
  return jpeg;
}

/** 256 bytes of noise before the end mark. A decoder that draws them has found no data where there should be some. */
export function withNoiseAtEnd(bytes: Uint8Array, end: number): Uint8Array {
  const noise = Uint8Array.from({ length: 256 }, (_, index) => (index * 89 + 53) % 251);
  const noisy = new Uint8Array(end + noise.length + 2);
  noisy.set(bytes.subarray(0, end));
  noisy.set(noise, end);
  noisy.set([MARK, END], end + noise.length);
  return noisy;
}

function pngChunk(png: Uint8Array, name: string): Uint8Array | null {
  let at = 8;
  while (at + 8 <= png.length) {
    const length = readNumber(png, at, 4);
    if (readText(png, at + 4, 4) === name) return png.subarray(at + 8, at + 8 + length);
    at += 12 + length;
  }
  return null;
}

export const pngOrientation = (png: Uint8Array): number => readOrientation(pngChunk(png, 'eXIf') ?? new Uint8Array());

/** Takes twice the memory once it is decoded. */
export const isPng16Bit = (png: Uint8Array): boolean => png[24] === 16;

type WebpChunk = { readonly name: string; readonly data: Uint8Array };

/** Null when the file or one of its chunks is shorter or longer than it says. */
export function readWebp(webp: Uint8Array): readonly WebpChunk[] | null {
  if (readNumber(webp, 4, 4, true) !== webp.length - 8) return null;
  const chunks: WebpChunk[] = [];
  let at = 12;
  while (at < webp.length) {
    const end = at + 8 + readNumber(webp, at + 4, 4, true);
    if (end > webp.length) return null;
    chunks.push({ name: readText(webp, at, 4), data: webp.subarray(at + 8, end) });
    at = end + (end % 2);
  }
  return chunks;
}

const ALPHA_ONLY = 0x10;

/** One still picture, without Exif, XMP or what no decoder reads. */
export function isStoredForm(chunks: readonly WebpChunk[]): boolean {
  const names = chunks.map(({ name }) => name).join();
  if (names === 'VP8 ' || names === 'VP8L') return true;
  const header = chunks[0]?.data;
  return names === 'VP8X,ALPH,VP8 ' && header?.length === 10 && header[0] === ALPHA_ONLY;
}

export const webpOrientation = (chunks: readonly WebpChunk[]): number =>
  readOrientation(chunks.find(({ name }) => name === 'EXIF')?.data ?? new Uint8Array());
