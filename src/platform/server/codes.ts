import { randomInt } from 'node:crypto';
import { LETTERS } from '../codes.ts';
import { gate } from './limits.ts';

/** Eight letters are 40 bits. */
export const newCode = (length: number): string =>
  Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** Light modules around the code, which scanners need. */
const QUIET = 4;

/** Pixels of a module: whole pixels keep it sharp, and some 60 modules of this size fill a poster at 200 dpi. */
const SCALE = 20;

/** A code takes 30 ms of processor, so one is drawn at a time. */
const line = gate({ atOnce: 1, queued: 20 });

/** A PNG data URL. */
export const qrCode = (address: string): Promise<string> =>
  line('', async () => {
    const [{ encode }, { Transformer }] = await Promise.all([import('uqr'), import('@napi-rs/image')]);
    const { size, data } = encode(address, { ecc: 'M', border: QUIET });
    const width = size * SCALE;
    const pixels = new Uint8Array(width * width * 4).fill(255);
    const colours = new Uint32Array(pixels.buffer);
    const black = new Uint32Array(new Uint8Array([0, 0, 0, 255]).buffer)[0] ?? 0;
    for (const [row, modules] of data.entries()) {
      for (const [column, isDark] of modules.entries())
        if (isDark)
          colours.fill(black, row * SCALE * width + column * SCALE, row * SCALE * width + (column + 1) * SCALE);
      const top = row * SCALE * width;
      for (let below = 1; below < SCALE; below += 1) colours.copyWithin(top + below * width, top, top + width);
    }
    const png = await Transformer.fromRgbaPixels(pixels, width, width).png();
    return `data:image/png;base64,${png.toString('base64')}`;
  });
