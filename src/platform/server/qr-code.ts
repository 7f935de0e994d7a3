/** QR codes as PNG. Drawn here with one bit per pixel: libraries take 32, and hold the event loop for 40 ms. */
import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';

/** Modules of white around the code, which scanners need. */
const QUIET = 4;
const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/**
 * Returns an address as a QR code, a PNG data URL, black on white with its quiet zone. `scale` is the size of a module in
 * whole pixels, which keeps the code sharp.
 */
export async function qrCode(address: string, scale: number): Promise<string> {
  // Loaded with the first code.
  const { create } = await import('qrcode');
  const { data, size } = create(address, { errorCorrectionLevel: 'M' }).modules;
  const width = (size + 2 * QUIET) * scale;
  const white = Array.from({ length: QUIET }, () => rowOf([], width, scale));
  const rows = Array.from({ length: size }, (_, y) => rowOf(data.subarray(y * size, (y + 1) * size), width, scale));
  const pixels = [...white, ...rows, ...white].flatMap((row) => Array.from({ length: scale }, () => row));
  const png = Buffer.concat([
    SIGNATURE,
    chunk('IHDR', headOf(width)),
    chunk('IDAT', await promisify(deflate)(Buffer.concat(pixels))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return `data:image/png;base64,${png.toString('base64')}`;
}

/** Returns a row of pixels behind its filter, which is none. A pixel is one bit, 1 for white. */
function rowOf(modules: ArrayLike<number>, width: number, scale: number): Buffer {
  const row = Buffer.alloc(1 + Math.ceil(width / 8), 0xff);
  row[0] = 0;
  for (let pixel = 0; pixel < modules.length * scale; pixel += 1) {
    const at = QUIET * scale + pixel;
    if (modules[Math.floor(pixel / scale)] === 1) (row[1 + (at >> 3)] as number) &= ~(0x80 >> (at & 7));
  }
  return row;
}

/** Returns the head of a square image of one bit per pixel, in grey (PNG, 11.2.1). */
function headOf(width: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(width, 4);
  head[8] = 1;
  return head;
}

/** Length, type, data and checksum (PNG, 5.3). */
function chunk(type: string, data: Buffer): Buffer {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Some 60 modules of this size fill a poster at 200 dpi. */
export const POSTER_SCALE = 20;
export const SCREEN_SCALE = 8;
